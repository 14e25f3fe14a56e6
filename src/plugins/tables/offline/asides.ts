import type * as kit from '../../../../samples/offline-model/kit.js';
import { kinds } from './lexicon.js';

const REASONS = /^(because|since|as|so)$/;
/** With these a sentence begins that has a subject of its own. */
const SUBJECTS =
  /^(it|it's|they|they're|we|we're|i|i'm|that|that's|this|these|those|nobody|everybody|people|the|our|my|their|which)$/;
/** What may ask for something, wherever it stands. */
const ASKING = `${Object.keys(kinds)
  .filter((concept) => concept !== 'act.list')
  .join(
    '|',
  )}|act.change|act.create|cmp.gt|cmp.lt|cmp.gte|cmp.lte|cmp.neq|cmp.contains|dir.*|bool.*|act.sum|q.howmany`;
const CHOOSING = /^(only|except|but|or|unless|instead|should|must|please|also|be)$/;

/** The request without a last part that only says why: "…, the names get cut off", "because we plan a party". */
export function withoutAside(reading: kit.Reading): kit.Reading {
  const { tokens, text } = reading;
  const at = tokens.findLastIndex(
    ({ kind, lower }, place) =>
      place > 0 && place < tokens.length - 3 && (kind === 'mark' || lower === 'because'),
  );
  if (at < 0) return reading;
  const isReason = REASONS.test(reading.lower(at)) || REASONS.test(reading.lower(at + 1));
  // "too long" asks for nothing more.
  const isTooMuch = ({ from, to }: kit.Tag) =>
    reading.lower(from) === 'too' && tokens[to]?.kind === 'word';
  const aside = reading.without(isTooMuch).slice(at + 1, tokens.length);
  const isSentence = isReason || SUBJECTS.test(aside.lower(0));
  const isSilent = aside.tokens.every(
    ({ lower, value, kind }) => value === undefined && kind !== 'quoted' && !CHOOSING.test(lower),
  );
  const isSeeing = /\b(?:should|must|need|can)(?: not|n't) (?:see|know)/i.test(aside.words());
  if (
    !isSentence ||
    !(isSilent || isSeeing) ||
    aside.has(isSeeing ? 'cmp.gt|cmp.lt|cmp.gte|cmp.lte|q.howmany' : ASKING)
  )
    return reading;
  return reading.again(text.slice(0, tokens[at]?.start));
}
