import { questionWords, wordsOf } from '../../../language/question-language.js';
import { likeness, stemOf } from '../../../language/word-stems.js';
import type { ResearchLanguage } from '../state.js';

/** A word that says something, and the stem its forms meet by. */
export interface Term {
  word: string;
  stem: string;
}

const SHORTEST = 3;
/** Law and reports are full of them, and they are about nothing. */
const EMPTY: Readonly<Record<ResearchLanguage, ReadonlySet<string>>> = {
  de: new Set(
    'absatz satz nummer nummern sowie insbesondere entsprechend soweit hinsichtlich jeweils gemäß bzw abs nr buchstabe ferner dabei daher genau bestimmt bestimmen gelten gilt brauche braucht benötige benötigt deren dessen hierzu'.split(
      ' ',
    ),
  ),
  en: new Set(
    'paragraph subsection number particular respectively pursuant thereof hereof regarding including apply applies need needs'.split(
      ' ',
    ),
  ),
};

/** What any question asks for, whatever it is about. */
const GENERAL: Readonly<Record<ResearchLanguage, ReadonlySet<string>>> = {
  de: new Set(
    'frage fragen voraussetzung voraussetzungen bedingung bedingungen regelung regelungen vorschrift vorschriften bestimmung bestimmungen fall fälle fällen festgelegt geregelt regelt gehört gehören'.split(
      ' ',
    ),
  ),
  en: new Set(
    'question questions requirement requirements condition conditions rule rules provision provisions case cases laid'.split(
      ' ',
    ),
  ),
};

/**
 * The words of content of a text, each stem once, in order; no numbers and no stop words, and none of what
 * any question asks for unless it has nothing else.
 */
export function termsOf(text: string, language: ResearchLanguage): Term[] {
  const all = contentOf(text, language);
  const special = all.filter(({ word }) => !GENERAL[language].has(word));
  return special.length === 0 ? all : special;
}

function contentOf(text: string, language: ResearchLanguage): Term[] {
  const terms = new Map<string, Term>();
  for (const word of wordsOf(text)) {
    if (word.length < SHORTEST || /^\p{N}/u.test(word)) continue;
    if (questionWords[language].has(word) || EMPTY[language].has(word)) continue;
    const stem = stemOf(word, language);
    if (!terms.has(stem)) terms.set(stem, { word, stem });
  }
  return [...terms.values()];
}

/** The stems of all words of a text. */
export function stemsOf(text: string, language: ResearchLanguage): Set<string> {
  return new Set(wordsOf(text).map((word) => stemOf(word, language)));
}

/** From here on two stems count as the same word. */
const SAME_WORD = 0.6;

/** Whether a text with these stems speaks of a term: the word, another form, or a compound with it. */
export function speaksOf(stems: ReadonlySet<string>, { stem }: Term): boolean {
  if (stems.has(stem)) return true;
  for (const other of stems) if (likeness(stem, other) >= SAME_WORD) return true;
  return false;
}

/** How many of the terms a text speaks of, from 0 to 1; 0 when there are none. */
export function shareSpoken(
  terms: readonly Term[],
  text: string,
  language: ResearchLanguage,
): number {
  if (terms.length === 0) return 0;
  const stems = stemsOf(text, language);
  return terms.filter((term) => speaksOf(stems, term)).length / terms.length;
}

/** A text as it is compared: lower case, and any white space one blank. */
export function comparable(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase();
}
