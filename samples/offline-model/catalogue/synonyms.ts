import { stem } from '../language/english-stem.js';
import { builtInSynonyms } from '../language/synonyms/synonyms.js';
import type { ToolSpec } from '../../../src/llm/types.js';
import { besideFields, harmless, sameThings, stopWords, verbs } from '../lexicon.js';
import type { Reading } from '../reading/reading.js';
import type { Token } from '../reading/tokens.js';
import type { Synonym } from '../world.js';
import { isNameLike, isOdd } from './names.js';
import { plainName, propertiesOf, shapeOf } from './tools.js';

/** Rarer senses of a word lead astray. */
const LEAST_SHARE = 0.45;
const KNOWN = 'cmp.*|q.*|polite|act.*|dir.*';

/**
 * The request in the words of the catalogue: "bill" is read as "invoice" where no tool, argument or value is called
 * bill, and one is called invoice.
 */
export function inItsWords(
  reading: Reading,
  tools: readonly ToolSpec[],
): { reading: Reading; synonyms: Synonym[] } {
  const known = wordsOf(tools);
  const synonyms: Synonym[] = [];
  let text = '';
  let end = 0;
  for (const [at, token] of reading.tokens.entries()) {
    if (token.start < end) continue;
    const isSame = sameThings.some((words) => words.includes(token.lower));
    const isUnknown =
      !known.has(stem(token.text)) && (isSame || (isPlain(token) && !reading.at(at, KNOWN)));
    // "Turn down" is read before "turn".
    const pair = reading.tokens[at + 1]?.kind === 'word' ? reading.words(at, at + 2) : '';
    const ofPair = pair === '' ? undefined : synonymIn(known, pair.toLowerCase());
    const readAs = ofPair ?? (isUnknown ? synonymIn(known, token.text.toLowerCase()) : undefined);
    if (readAs === undefined) continue;
    const word = ofPair === undefined ? token.text : pair;
    synonyms.push({ word, readAs });
    text += `${reading.text.slice(end, token.start)}${readAs}`;
    end = token.start + word.length;
  }
  return { reading: reading.again(`${text}${reading.text.slice(end)}`), synonyms };
}

const isPlain = (token: Token): boolean =>
  token.kind === 'word' &&
  !besideFields.has(token.lower) &&
  !isNameLike(token) &&
  !harmless.has(token.lower) &&
  !verbs.some(({ words }) => words.has(token.lower));

/** A word that no tool, argument or value explains. */
export function isStrange(token: Token, known: ReadonlyMap<string, string>): boolean {
  return (
    token.kind === 'word' &&
    !isOdd(token) &&
    !harmless.has(token.lower) &&
    !stopWords.has(token.lower) &&
    !known.has(stem(token.text)) &&
    !verbs.some(({ words }) => words.has(token.lower))
  );
}

/** The words of a catalogue by their stems: of tools, of what they are told, and of the values that are listed. */
export function wordsOf(tools: readonly ToolSpec[]): ReadonlyMap<string, string> {
  const texts = tools.flatMap((tool) => [
    ...[tool.name, tool.title ?? ''],
    ...propertiesOf(tool).flatMap(({ name, schema }) => [name, ...shapeOf(schema).values]),
  ]);
  return new Map(texts.flatMap(plainName).map((word) => [stem(word), word]));
}

/** The one word of a catalogue that stands surest for another; none where two do. */
function synonymIn(known: ReadonlyMap<string, string>, word: string): string | undefined {
  const shares = new Map<string, number>();
  const own = sameThings.filter((words) => words.some((each) => stem(each) === stem(word))).flat();
  const listed = own.map((each) => ({ word: each, share: 1 }));
  for (const { word: other, share } of [...listed, ...builtInSynonyms.en.of(word)]) {
    const found = share < LEAST_SHARE ? undefined : known.get(stem(other));
    if (found !== undefined) shares.set(found, Math.max(share, shares.get(found) ?? 0));
  }
  const [best, next] = [...shares].toSorted(([, a], [, b]) => b - a);
  return best && best[1] > (next?.[1] ?? 0) ? best[0] : undefined;
}
