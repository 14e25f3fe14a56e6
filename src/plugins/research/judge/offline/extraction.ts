import { findReferences } from '../../../../references/find-references.js';
import { headingOf } from '../../text/place.js';
import { sentencesOf } from '../../../../foundation/sentences.js';
import { withoutExclusions } from '../../text/exclusions.js';
import { speaksOf, stemsOf, termsOf, type Term } from '../../text/terms.js';
import type { AnchorText, Excerpt, Extraction } from '../judge.js';

const INFO_SENTENCES = 2;
const QUOTES = 2;
const QUOTE_CHARS = 700;
const SHORTEST_QUOTE = 25;
const MAX_REFERENCES = 12;
/** What a word of the question counts beside one of the task. */
const ANCHOR_SHARE = 0.6;
/** What a heading says holds, to a part, for all that stands under it. */
const HEADING_SHARE = 0.5;
/** The first items of a list are read with the words before it. */
const LEAD_IN = /[:,]$|\b(?:wer|wenn|und|oder|der|die|das|if|who|that|and|or)$/i;
const ITEM = /^(?:\(?[a-z\d]{1,3}[.)]|[-•*])\s+/i;

const reasons = {
  de: (words: string) => `Nennt ${words}.`,
  en: (words: string) => `Speaks of ${words}.`,
} as const;

/** A line of a passage, in which a sentence never runs on into the next one. */
interface Rated {
  text: string;
  /** A list item with the words before its list. */
  whole: string;
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
    info: info.map(({ whole }) => whole).join(' '),
    quotes: best
      .filter(({ text }) => text.length >= SHORTEST_QUOTE && text.length <= QUOTE_CHARS)
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
  const rated: Rated[] = [];
  let leadIn = '';
  const lines = passage.text.split('\n').map((each) => each.trim());
  for (const [at, line] of lines.entries()) {
    const isItem = ITEM.test(line);
    if (!isItem) leadIn = LEAD_IN.test(line) ? line : '';
    for (const sentence of sentencesOf(line, language)) {
      const text =
        !isItem && LEAD_IN.test(sentence) ? withItems(sentence, lines.slice(at + 1)) : sentence;
      const stems = stemsOf(text, language);
      const words = wanted.filter(({ term }) => speaksOf(stems, term));
      const own = sum(words);
      const inHeading = sum(wanted.filter(({ term }) => speaksOf(heading, term)));
      // A sentence must say something itself; its heading only helps it.
      const score = own === 0 ? 0 : own + HEADING_SHARE * inHeading;
      const whole = isItem && leadIn !== '' ? `${leadIn} … ${text}` : text;
      rated.push({ text, whole, at: rated.length, score, words: words.map(({ term }) => term) });
    }
  }
  return rated;
}

/** A sentence that continues in a list, with as many of its items as a quote can hold. */
function withItems(sentence: string, following: readonly string[]): string {
  let whole = sentence;
  for (const line of following) {
    if (!ITEM.test(line) || whole.length + line.length >= QUOTE_CHARS) break;
    whole += `\n${line}`;
  }
  return whole;
}

function sum(words: readonly { weight: number }[]): number {
  return words.reduce((total, { weight }) => total + weight, 0);
}

const SHOWN_WORDS = 4;

function reasonOf(words: readonly Term[], { language }: AnchorText): string {
  const shown = words.slice(0, SHOWN_WORDS).map(({ word }) => word);
  return reasons[language](shown.join(', '));
}
