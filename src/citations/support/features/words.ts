import { SAID, SAME } from '../alignment.js';
import type { Content } from '../content.js';
import type { Drawing, Features } from './drawing.js';
import { mean } from './mean.js';

const MOST_MISSING = 4;
/** Below this share of its words a statement is about something else. */
const THIN = 0.5;

/** How much of a sentence's words its sources have, and how surely they mean the same. */
export function measureWords(drawing: Drawing): Features {
  const { sentence, sources, drawn, all, alignment } = drawing;
  const { words } = sentence;
  const strengths = words.map((word) => alignment.best(word, all).strength);
  const context = sources.flatMap(({ contextWords }) => contextWords);
  const near = [...drawn.flatMap((each) => each.words), ...context];
  const coverage = mean(strengths);
  const missing = missingWords(drawing);
  return {
    coverage,
    thin: Math.max(0, THIN - coverage) / THIN,
    near: mean(words.map((word) => alignment.best(word, near).strength)),
    literal: mean(strengths.map((each) => (each === 1 ? 1 : 0))),
    guessed: mean(strengths.map((each) => (each >= SAID && each < SAME ? 1 : 0))),
    missing: Math.min(missing.length, MOST_MISSING) / MOST_MISSING,
    missingShare: missing.length / Math.max(1, words.length),
    missingActor: missing.some(({ isActor }) => isActor) ? 1 : 0,
    replaced: words.some((word) => isReplaced(word, drawing)) ? 1 : 0,
  };
}

/** Those that the sources do not have. */
export function missingWords({ sentence, all, alignment }: Drawing): Content[] {
  return sentence.words.filter((word) => alignment.best(word, all).strength < SAID);
}

/** Who acts may be called otherwise only by a word that surely means the same. */
const SURE = 0.8;

/**
 * Whether a word stands where the source has another one, between words that both have: in a statement that otherwise
 * repeats its source, that is what was changed.
 */
function isReplaced(word: Content, { sentence, drawn, all, alignment }: Drawing): boolean {
  const { words } = sentence;
  if (alignment.best(word, all).strength >= (word.isActor ? SURE : SAID)) return false;
  const at = words.indexOf(word);
  const meets = (own: Content | undefined, given: Content | undefined) => {
    if (own === undefined || given === undefined) return own === given ? 0.5 : 0;
    return alignment.best(own, [given]).strength >= SAME ? 1 : 0;
  };
  return drawn.some((each) =>
    each.words.some((other, n) => {
      if (alignment.best(other, words).strength >= SAME) return false;
      const before = meets(words[at - 1], each.words[n - 1]);
      return before + meets(words[at + 1], each.words[n + 1]) > 1;
    }),
  );
}
