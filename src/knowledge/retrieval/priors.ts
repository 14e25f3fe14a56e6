import { languageOf } from '../../language/question-language.js';
import type { FoundChunk } from './read-chunks.js';
import { definedSubject, formOf } from '../../language/question-forms.js';

/** Sections that name what rules are about without being one of them: what is left of their score. */
const BESIDE = 0.8;
/** What a definition of the very word that is asked for counts more. */
const DEFINES = 1.3;

const BESIDE_HEADING =
  /^(?:§ ?[\d-]{1,10}\p{L}? )?(?:verordnungsermächtigung|übergangs|inkrafttreten|inhaltsübersicht|transition|taking effect|contents)/iu;
const SANCTION_HEADING = /ordnungswidrig|bußgeld|strafvorschrift|offences|sanctions/iu;

/**
 * How much likelier a passage answers a question of this form than its words say, as a factor: a definition for
 * "What is …?"; less for the section of offences, which repeats every duty, and for rules about rules.
 */
export function priorsOf(query: string): (chunk: FoundChunk) => number {
  const form = formOf(query, languageOf(query))?.form;
  const subject = form === 'definition' ? definedSubject(query) : undefined;
  const asksBeside = BESIDE_HEADING.test(query);
  return ({ headingPath, blocks }) => {
    const isBeside = headingPath.slice(-2).some((heading) => BESIDE_HEADING.test(heading));
    if (isBeside && !asksBeside) return BESIDE;
    if (form !== 'sanction' && SANCTION_HEADING.test(headingPath.at(-1) ?? '')) return BESIDE;
    if (subject === undefined) return 1;
    const texts = blocks.flatMap(({ kind, text }) => (kind === 'heading' ? [] : [text]));
    return texts.some((text) => defines(text, subject)) ? DEFINES : 1;
  };
}

/** "(12)", "3.", "b)". */
const MARK = /^\s{0,4}(?:\([\p{L}\d]{1,4}\)|[\p{L}\d]{1,3}[.)])\s{1,3}/u;
const ARTICLE = /^(?:in this \p{L}{1,20}\s{1,3}|eine?[rmns]? |der |die |das |an? |the )/u;
const SAYS_WHAT = /^\p{L}{0,3}(?: \([^)]{1,40}\))?(?::|,? (?:ist|sind|bezeichnet|is|are|means)\b)/u;
const LONGEST_BEGINNING = 200;

/** Whether a text begins with a definition of the subject: "(12) Störstrahler: …", "a _vessel_ is …". */
function defines(text: string, subject: string): boolean {
  const beginning = text
    .slice(0, LONGEST_BEGINNING)
    .replace(/[_*"„“”]/g, '')
    .toLowerCase()
    .replace(MARK, '')
    .replace(ARTICLE, '');
  return beginning.startsWith(subject) && SAYS_WHAT.test(beginning.slice(subject.length));
}
