import { countWords } from './plain-text.js';
import { wordsOf } from './question-language.js';
import { stopWords } from './stop-words.js';

/** "(12)", "3.", "b)". */
const MARK = /^\s{0,4}(?:\([\p{L}\d]{1,4}\)|[\p{L}\d]{1,3}[.)])\s{1,3}/u;
const ARTICLE =
  /^(?:in (?:this|these) \p{L}{1,20}[,:—–-]?\s|(?:eine?[rmns]?|der|die|das|an?|the|term|begriff)\s){1,3}/iu;
/** What is defined is named in few words, within one sentence. */
const TERM = '^([^.;:!?\\n]{2,90}?)';
const IN_BRACKETS = '(?:\\s\\([^)]{1,80}\\))?';
const ACT =
  '(?:\\p{L}{1,20})?(?:gesetz|verordnung|ordnung|satzung|richtlinie|vorschrift|handbuch)\\p{L}{0,3}';

/** A definition wherever it stands: by its verb, or by "in the sense of this act". */
const SAYS_SO = [
  `${TERM}${IN_BRACKETS},? (?:means|has the (?:same )?meaning|shall mean|bezeichnet|bedeutet)(?!\\p{L})`,
  `${TERM}${IN_BRACKETS},? (?:ist|sind|is|are),? (?:wer|jede[rs]?|derjenige|diejenige|any person|anyone) `,
  `${TERM}${IN_BRACKETS} im Sinne (?:dieses|dieser) ${ACT} (?:ist|sind|gilt|gelten)(?!\\p{L})`,
].map((form) => new RegExp(form, 'iu'));

/** A definition where definitions stand: "Berth: a place …", "Berth – a place …", "a berth is a place …". */
const SAYS_HERE = [
  new RegExp(`${TERM}${IN_BRACKETS}(?::| [–—-](?=\\s))`, 'u'),
  new RegExp(`${TERM}${IN_BRACKETS},? (?:ist|sind|is|are|includes)(?!\\p{L})`, 'u'),
];
const MOST_TERM_WORDS = 9;
/** No form is longer: what stands behind it is what defines. */
const BEGINNING = 200;

const TERMS_HEADING =
  /begriffsbestimmung|begriffserklärung|(?<!\p{L})begriffe?$|definition|glossar|^(?:§? ?[\d.:-]{1,12}\p{L}? )?(?:(?:defined )?terms|interpretation|meanings?)$/iu;
const TERMS_LEAD =
  /^(?:\(?1[.)]\)? )?(?:in (?:this|these) |for the purposes? of (?:this|these) |im sinne (?:dieses|dieser) |für die zwecke )/iu;
const MOST_LEAD_WORDS = 25;

/** The term that a text defines where it says so itself: "Berth means …", "Ware im Sinne dieser Ordnung ist …". */
export function definedTerm(text: string): string | undefined {
  return termBy(SAYS_SO, text);
}

/** The term that a text among definitions defines: of "Berth: …" and "a berth is …" too. */
export function definedTermHere(text: string): string | undefined {
  return termBy(SAYS_SO, text) ?? termBy(SAYS_HERE, text);
}

/** Whether definitions stand under a heading: "§ 1 Begriffsbestimmungen", "Terms". */
export function headsDefinitions(heading: string): boolean {
  return TERMS_HEADING.test(heading.slice(0, BEGINNING).trim());
}

/** Whether a text only opens definitions: "In this ordinance", "Im Sinne dieser Verordnung sind:". */
export function opensDefinitions(text: string): boolean {
  const isOpen = !/[.!?]\s{0,3}$/.test(text.slice(-5));
  return isOpen && countWords(text) <= MOST_LEAD_WORDS && TERMS_LEAD.test(text);
}

/** Before a number in brackets, or a word in quotation marks, that stands behind the end of a sentence. */
const NEXT =
  /(?<=[.;])\s{1,8}(?=\(\d{1,3}[a-z]?\)\s|["“„][^"“”„]{2,60}["”“](?: \p{L}{1,12}){0,2} \p{L})/u;

/** The definitions that stand in one paragraph, each with its mark; the text itself where not all of it is definitions. */
export function definitionsIn(text: string): string[] {
  const parts = text.split(NEXT);
  const areAll = parts.every((part) => {
    const isNumbered = part.startsWith('(');
    return (isNumbered ? definedTermHere(part) : definedTerm(part)) !== undefined;
  });
  return areAll ? parts : [text];
}

function termBy(forms: readonly RegExp[], text: string): string | undefined {
  const beginning = text
    .slice(0, BEGINNING)
    .replace(/[_*"„“”]/g, '')
    .replace(MARK, '')
    .replace(ARTICLE, '');
  const terms = forms.map((form) => form.exec(beginning)?.[1]);
  return terms.find((term = '') => countWords(term) <= MOST_TERM_WORDS && namesSomething(term));
}

/** "It is open" defines nothing. */
function namesSomething(term: string): boolean {
  return wordsOf(term).some((word) => !stopWords.en.has(word) && !stopWords.de.has(word));
}
