import { wordsNamed } from '../lexicon.js';
import type { Reading } from './reading.js';

/** Words behind a kind of record that make it a group of people: "the warehouse managers". */
export const personNouns = wordsNamed('people');

/** The kind of record a part of a sentence speaks of: the first one named, or `schema.table` itself. */
export function entityOf(reading: Reading): string | undefined {
  const written = reading.tokens.find(
    (token) => token.kind === 'name' && /^[a-z_]+\.[a-z_]+$/.test(token.lower),
  );
  const record = reading.all('entity.*').find((tag) => !personNouns.has(reading.lower(tag.to)));
  return written?.lower ?? record?.concept.slice('entity.'.length);
}

/** The kind of record that a bare column word speaks of: "when the quantity drops". */
export function entityByWord({ tokens, language }: Reading): string | undefined {
  const records = language.vocabulary.record_of_column;
  return tokens.map((token) => records[token.stem] ?? records[token.lower]).find(Boolean);
}
