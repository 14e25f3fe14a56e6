import { definedTermHere } from '../../language/definitions.js';
import { languageOf } from '../../language/question-language.js';
import { formOf } from '../../language/question-forms.js';
import { askedTerm, definesAny } from './defining-chunks.js';
import type { FoundChunk } from './read-chunks.js';

/** Sections that name what rules are about without being one of them: what is left of their score. */
const BESIDE = 0.8;
/** A definition of what is asked for is what is asked for: it takes so much of what its score leaves to 1. */
const DEFINES = 0.75;
/** What a sentence counts more that has a definition's form, and stands among no definitions. */
const MAY_DEFINE = 1.3;

const BESIDE_HEADING =
  /^(?:§ ?[\d-]{1,10}\p{L}? )?(?:verordnungsermächtigung|übergangs|inkrafttreten|inhaltsübersicht|transition|taking effect|contents)/iu;
const SANCTION_HEADING = /ordnungswidrig|bußgeld|strafvorschrift|offences|sanctions/iu;

/**
 * The score of a passage when it is known how likely passages of its kind answer a question of this form: more for
 * a definition and "What is …?"; less for the section of offences, which repeats every duty, and for rules about rules.
 */
export function priorsOf(query: string): (chunk: FoundChunk, score: number) => number {
  const form = formOf(query, languageOf(query))?.form;
  const subject = askedTerm(query);
  const asksBeside = BESIDE_HEADING.test(query);
  return ({ headingPath, blocks }, score) => {
    const isBeside = headingPath.slice(-2).some((heading) => BESIDE_HEADING.test(heading));
    if (isBeside && !asksBeside) return score * BESIDE;
    if (form !== 'sanction' && SANCTION_HEADING.test(headingPath.at(-1) ?? '')) {
      return score * BESIDE;
    }
    if (subject === undefined) return score;
    const texts = blocks.flatMap(({ kind, text }) => (kind === 'heading' ? [] : [text]));
    if (definesAny(texts, headingPath, subject)) return score + DEFINES * (1 - score);
    const mayDefine = texts.some((text) => subject.isNamed(definedTermHere(text)));
    return mayDefine ? Math.min(1, score * MAY_DEFINE) : score;
  };
}
