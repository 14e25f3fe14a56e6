import { says } from '../../text/asked-for.js';

/** What lays a duty on somebody. */
const OBLIGES =
  /(?<!\p{L})(?:muss|müssen|verpflichtet|bedarf|bedürfen|darf nur|dürfen nur|must|shall|has to|have to|(?:is|are) (?:required|obliged)|may not|may only|needs? (?:an?|the))(?!\p{L})|(?<!\p{L})(?:hat|haben|ist|sind)\s[^.?!;]{1,300}\szu(?:\s\p{L}{3,40}|\s\p{L}{3,40} und \p{L}{3,40})(?=$|[\s.,;:])/iu;
/** "Keiner Genehmigung bedarf, wer …": nobody has to do anything. */
const FREES = /^(?:\(\w{1,4}\)\s)?(?:keiner|no)\s/iu;
/** Who has a duty, where a sentence says nothing else: "Verantwortlich für … ist", "the keeper is responsible for". */
const DEFINES_WHO =
  /^(?:\(\w{1,4}\)\s)?(?:verantwortlich(?:er)?|zuständig|verpflichtet(?:er)?)(?!\p{L})|(?<!\p{L})(?:is|are) (?:responsible|competent)(?!\p{L})/iu;
/** Who decides, in a clause elsewhere. */
const COMPETENCE =
  /(?<!\p{L})(?:zuständig|zuständigkeit(?:en)?|obliegt|obliegen|(?:is|are) (?:competent|responsible)|competent (?:office|authority|court|for)|decides (?:on|about))(?!\p{L})/iu;
const DEROGATES =
  /(?:abweichend von|ungeachtet|ausgenommen von|befreit von|notwithstanding|despite|derogation from|except as provided in|exempt from)\s[^.;]{0,40}$/iu;
/** What takes away a provision that is named before it. */
const SUSPENDS =
  /(?:gilt|gelten|ist|sind) nicht(?: anzuwenden|[\s,.:;])|findet? (?:hier )?keine anwendung|finden keine anwendung|bedarf (?:es )?(?:keiner|nicht)|bedürfen (?:keiner|nicht)|nicht erforderlich|entfällt|(?:does|do|shall) not apply|is not (?:needed|required)|\bis needed (?:not|for no)|no longer applies/iu;
/** "Keiner Genehmigung nach § 12 bedarf, wer …", "no permit under section 3 is needed". */
const NONE_BEFORE = /(?:^|[\s(])(?:keiner|no)\s\p{L}{3,40}\s[^.;]{0,40}$/iu;
/** What a time limit is set for, directly before the provision's number: "die Frist nach", "the duty under". */
const TIMED =
  /(?:frist|pflicht|verpflichtung|time limit|deadline|period|duty|obligation)\p{L}{0,4}\s[^.;]{0,60}$/iu;
const DATE = /\d{1,2}\. \p{L}{3,10} \d{4}|\p{L}{3,10} \d{1,2}, \d{4}|\d{4}-\d\d-\d\d/u;
/** Whether a sentence lays a duty on somebody. */
export function obliges(sentence: string): boolean {
  return OBLIGES.test(sentence) && !FREES.test(sentence);
}

/** Whether a sentence says who has a duty or decides, and nothing else. */
export function definesWho(sentence: string): boolean {
  return DEFINES_WHO.test(sentence);
}

/** Whether a clause says who decides. */
export function saysCompetence(clause: string): boolean {
  return COMPETENCE.test(clause);
}

/** Whether a clause takes something out of the provision that it names at `start`. */
export function isExceptionTo(clause: string, start: number): boolean {
  const before = clause.slice(Math.max(0, start - 90), start);
  if (DEROGATES.test(before) || NONE_BEFORE.test(before)) return true;
  // "Sentences 2 and 3 do not apply where … section 127 …" takes nothing out of what it names behind that.
  return SUSPENDS.test(clause.slice(start));
}

/** Whether a clause sets a time for the duty of the provision that it names at `start`. */
export function isTimeFor(clause: string, start: number): boolean {
  const before = clause.slice(Math.max(0, start - 90), start);
  return TIMED.test(before) && (says(clause, 'deadline') || DATE.test(clause));
}
