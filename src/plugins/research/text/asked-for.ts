import type { ResearchLanguage } from '../state.js';
import { shareSpoken, termsOf, type Term } from './terms.js';

/** What a question asks for by its form, which an answer need not call by the same name. */
export type AskedKind = 'sanction' | 'deadline' | 'exception';

/** How a question asks for it, and how a text says it; both languages, since documents may be in another one. */
const kinds: Readonly<Record<AskedKind, { asks: RegExp; says: RegExp }>> = {
  sanction: {
    asks: /bußgeld|geldbuße|straf(?:e|en|bar)\b|sanktion|ordnungswidrig|geahndet|ahndung|verst[oö]ß|droh(?:t|en)|\bfine[ds]?\b|penalt|sanction|punish|\boffen[cs]e|\bbreach|violat|infring/iu,
    says: /ordnungswidrig|geldbuße|bußgeld|freiheitsstrafe|geldstrafe|bestraft|zwangsgeld|\bfine[ds]?\b|penalt|\boffen[cs]e|imprison/iu,
  },
  deadline: {
    asks: /bis wann|wie lange|ab wann|seit wann|wie oft|wie schnell|frist|zeitpunkt|by when|how long|how often|how soon|since when|deadline|time limits?\b|period/iu,
    says: /\d\s?(?:tage|wochen?|monat|jahr|stunde|days?|weeks?|months?|years?|hours?)|(?:ein|zwei|drei|vier|fünf|sechs|acht|zehn|zwölf|one|two|three|four|five|six|eight|ten|twelve)\p{L}{0,3}\s(?:tag|woche|monat|jahr|stunde|day|week|month|year|hour)|unverzüglich|\bfrist|spätestens|jährlich|monatlich|without (?:undue )?delay|immediately|at once|no later than|deadline|annually|monthly|\bby \d/iu,
  },
  exception: {
    asks: /ausnahme|ausgenommen|befreit|befreiung|exception|exempt/iu,
    says: /ausnahme|ausgenommen|abweichend|es sei denn|gilt nicht|gelten nicht|nicht anzuwenden|keine anwendung|nicht erforderlich|bedarf (?:es )?(?:keiner|nicht)|befrei|exception|exempt|except|unless|does not apply|do not apply|notwithstanding|no \p{L}{3,20} is needed/iu,
  },
};

/** What a question or task asks for: its kinds by form, and its other words of content. */
export interface AskedFor {
  kinds: readonly AskedKind[];
  terms: readonly Term[];
}

/** Reads a question or a task. */
export function askedFor(question: string, language: ResearchLanguage): AskedFor {
  const asked = (Object.keys(kinds) as AskedKind[]).filter((kind) =>
    kinds[kind].asks.test(question),
  );
  const isOfKind = ({ word }: Term) => asked.some((kind) => kinds[kind].asks.test(word));
  return { kinds: asked, terms: termsOf(question, language).filter((term) => !isOfKind(term)) };
}

const DUTY =
  /\bmuss\b|\bmüssen\b|pflicht|verpflichtet|\bdarf\b|\bdürfen\b|\b(?:hat|haben|ist|sind)\s[^.?!]{1,200}\szu\s|verboten|erlaubt|genehmigung|anzeige|must|\bshall\b|\bhave to\b|\bhas to\b|duty|duties|obligat|require|allowed|permit|forbidden|prohibit/iu;

/** Whether a question is about what must or may be done, so that it matters what follows from a breach. */
export function asksOfDuty(question: string): boolean {
  return DUTY.test(question);
}

/** Whether a text says something of this kind. */
export function says(text: string, kind: AskedKind): boolean {
  return kinds[kind].says.test(text);
}

/** A text that speaks of this share of what is asked answers it: nothing says every word. */
export const ANSWERS = 0.5;

/**
 * How far a text answers what is asked for, from 0 to 1: the share of its words that it speaks of. Where the form
 * says what is wanted (a deadline), a text without one is no answer, and one with it is half of it.
 */
export function answerShare(
  { kinds: wanted, terms }: AskedFor,
  text: string,
  language: ResearchLanguage,
): number {
  const share = shareSpoken(terms, text, language);
  if (wanted.length === 0) return share;
  if (!wanted.some((kind) => says(text, kind))) return 0;
  return terms.length === 0 ? 1 : ANSWERS + (1 - ANSWERS) * share;
}
