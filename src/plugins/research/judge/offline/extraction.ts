import { wordsOf } from '../../../../language/question-language.js';
import { findReferences } from '../../../../references/find-references.js';
import { headingOf } from '../../text/place.js';
import { statementsOf, type Statement } from '../../text/statements.js';
import { withoutExclusions } from '../../text/exclusions.js';
import { speaksOf, stemsOf, termsOf, type Term } from '../../text/terms.js';
import type { AnchorText, Excerpt, Extraction } from '../judge.js';

const INFO_SENTENCES = 2;
const QUOTES = 3;
const QUOTE_CHARS = 700;
const SHORTEST_QUOTE = 25;
const MAX_REFERENCES = 12;
/** What a word of the question counts beside one of the task. */
const ANCHOR_SHARE = 0.6;
/** What a word counts besides where it stands as the task has it, and not in another form. */
const AS_ASKED = 0.3;
/** What a heading says holds, to a part, for all that stands under it. */
const HEADING_SHARE = 0.5;
const reasons = {
  de: (words: string) => `Nennt ${words}.`,
  en: (words: string) => `Speaks of ${words}.`,
} as const;

/** What a passage says in one piece, as far as it has to do with the task. */
interface Rated extends Statement {
  at: number;
  score: number;
  words: readonly Term[];
}

/** The sentences of a passage that speak most of the task, the best of them as quotes, in the passage's order. */
export function extractFrom(
  passage: Excerpt,
  { anchor, task }: { anchor: AnchorText; task: string },
): Extraction {
  const wanted = weighed(anchor, task);
  const rated = rate(passage, wanted, anchor).filter(({ score }) => score > 0);
  const best = [...rated].sort((a, b) => b.score - a.score || a.at - b.at);
  const info = best.slice(0, INFO_SENTENCES).sort((a, b) => a.at - b.at);
  return {
    info: info.map(({ text }) => text).join(' '),
    quotes: best
      .filter(
        ({ text, isWhole }) =>
          isWhole && text.length >= SHORTEST_QUOTE && text.length <= QUOTE_CHARS,
      )
      .slice(0, QUOTES)
      .map(({ text, words }) => ({ quote: text, reason: reasonOf(words, anchor) })),
    references: [
      ...new Set(
        findReferences(passage.text)
          .map(({ raw }) => raw)
          .slice(0, MAX_REFERENCES),
      ),
    ],
  };
}

/** The words of the task and of the question, and what each counts. */
function weighed(anchor: AnchorText, task: string): { term: Term; weight: number }[] {
  const weights = new Map<string, { term: Term; weight: number }>();
  const add = (text: string, weight: number) => {
    for (const term of termsOf(text, anchor.language)) {
      if (!weights.has(term.stem)) weights.set(term.stem, { term, weight });
    }
  };
  add(task, 1);
  add([anchor.originalQuery, ...anchor.refinements.map(withoutExclusions)].join(' '), ANCHOR_SHARE);
  return [...weights.values()];
}

function rate(
  passage: Excerpt,
  wanted: readonly { term: Term; weight: number }[],
  { language }: AnchorText,
): Rated[] {
  const heading = stemsOf(headingOf(passage), language);
  const inHeading = sum(wanted.filter(({ term }) => speaksOf(heading, term)));
  const spokenIn = (text: string) => {
    const stems = stemsOf(text, language);
    return wanted.filter(({ term }) => speaksOf(stems, term));
  };
  const read = { language, most: QUOTE_CHARS, worth: (text: string) => sum(spokenIn(text)) };
  return statementsOf(passage.text, read).map((statement, at) => {
    const words = spokenIn(statement.text);
    const written = new Set(wordsOf(statement.text));
    const same = words.filter(({ term }) => written.has(term.word));
    const own = sum(words) + AS_ASKED * sum(same);
    // A statement must say something itself; its heading only helps it.
    const score = own === 0 ? 0 : own + HEADING_SHARE * inHeading;
    return { ...statement, at, score, words: words.map(({ term }) => term) };
  });
}

function sum(words: readonly { weight: number }[]): number {
  return words.reduce((total, { weight }) => total + weight, 0);
}

const SHOWN_WORDS = 4;

function reasonOf(words: readonly Term[], { language }: AnchorText): string {
  const shown = words.slice(0, SHOWN_WORDS).map(({ word }) => word);
  return reasons[language](shown.join(', '));
}
