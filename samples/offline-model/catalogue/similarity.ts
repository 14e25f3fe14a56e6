import { stem } from '../language/english-stem.js';
import { stopWords } from '../lexicon.js';
import { namedSpan } from '../reading/facts.js';
import type { Language, Reading } from '../reading/reading.js';
import type { Token } from '../reading/tokens.js';

/** A sentence and what it asks for. */
export interface Example<T> {
  of: T;
  sentence: string;
}

/** What speaks of a sentence's meaning, and how much: concepts, words, and that it holds a name or a number. */
type Features = ReadonlyMap<string, number>;

/** What each kind of feature counts; a word that stands for a concept, or in most sentences, counts less. */
const COUNTS = { concept: 1, weak: 0.5, word: 0.9, tagged: 0.7, shape: 0.6, stop: 0.12 } as const;

/** Concepts that frame a sentence and say little of what it asks for. */
const FRAMES = /^(polite|frame|asks|there|late|pos|bool|negation|strategy|approval|join|format)/;
const WEAK = /^(act\.(list|create|add|change)|q\.(what|any|does)|all)$/;
/** Families of which it counts that one is named, not which. */
const FAMILIES = /^(entity|action|step|unit|cmp|sev|dir|trig|alertstatus|active|port|channel)\..*/;
const POINTERS = /^(this|that|it|its|here)$/;

const known = new WeakMap<Language, Map<string, Features>>();
const MOST_KNOWN = 20_000;

/** The examples by how alike their sentences are to a request, from 0 to 1, the most alike first. */
export function rankExamples<T>(
  reading: Reading,
  examples: readonly Example<T>[],
): { of: T; sentence: string; score: number }[] {
  const all = examples.map(({ sentence }) => featuresOfText(sentence, reading.language));
  const rarity = rarities(examples, all);
  const told = new Set(all.flatMap((features) => [...features.keys()]));
  const asked = featuresOf(reading, (name) => told.has(name));
  return examples
    .map((example, at) => ({ ...example, score: cosine(asked, all[at] ?? new Map(), rarity) }))
    .sort((a, b) => b.score - a.score);
}

function featuresOfText(text: string, language: Language): Features {
  const cache = known.get(language) ?? new Map<string, Features>();
  known.set(language, cache);
  if (cache.size > MOST_KNOWN) cache.clear();
  const features = cache.get(text) ?? featuresOf(language.read(text));
  cache.set(text, features);
  return features;
}

/** Of a word that may be a slip, the spelling that `isKnown` counts. */
function featuresOf(reading: Reading, isKnown = (_name: string) => true): Features {
  const found = new Map<string, number>();
  const add = (name: string, counts: number) =>
    found.set(name, Math.max(found.get(name) ?? 0, counts));
  const span = namedSpan(reading) ?? { from: 0, to: 0 };
  const isNamed = (at: number) => at >= span.from && at < span.to;
  if (span.to > 0) add('a name', COUNTS.shape);
  const tagged = new Set<number>();
  for (const { concept, covers } of reading.tags) {
    if (covers.every(isNamed) || FRAMES.test(concept)) continue;
    add(concept.replace(FAMILIES, '$1'), WEAK.test(concept) ? COUNTS.weak : COUNTS.concept);
    for (const at of covers) tagged.add(at);
  }
  const records = new Set(reading.all('entity.*').flatMap(({ covers }) => covers));
  for (const [at, token] of reading.tokens.entries()) {
    if (token.kind === 'mark' || isNamed(at) || records.has(at)) continue;
    const { name, counts } = wordFeature(token, tagged.has(at), isKnown);
    add(name, counts);
    if (tagged.has(at) && token.lower.endsWith('s')) add('many', COUNTS.shape);
  }
  return found;
}

function wordFeature(token: Token, isTagged: boolean, isKnown: (name: string) => boolean) {
  const { kind, value, lower } = token;
  if (kind === 'quoted' || value !== undefined) return { name: kind, counts: COUNTS.shape };
  if (POINTERS.test(lower)) return { name: 'this', counts: COUNTS.shape };
  if (stopWords.has(lower)) return { name: lower, counts: COUNTS.stop };
  // A slip, or a word of this catalogue that only looks like one.
  const name = [`${stem(token.text)}-`, `${token.stem}-`].find(isKnown);
  if (name !== undefined) return { name, counts: isTagged ? COUNTS.tagged : COUNTS.word };
  // What nothing here speaks of may be somebody's name for a thing.
  const isName = (token.start > 0 && /^\p{Lu}/u.test(token.text)) || /[-\d]/.test(token.text);
  return isName
    ? { name: 'a name', counts: COUNTS.shape }
    : { name: 'unknown', counts: COUNTS.weak };
}

/** How rare a feature is among the things that can be asked for. */
function rarities<T>(examples: readonly Example<T>[], all: readonly Features[]) {
  const holders = new Map<string, Set<T>>();
  for (const [at, { of }] of examples.entries())
    for (const name of all[at]?.keys() ?? [])
      holders.set(name, (holders.get(name) ?? new Set<T>()).add(of));
  const things = new Set(examples.map(({ of }) => of)).size;
  return (name: string) => Math.log(1 + things / (1 + (holders.get(name)?.size ?? 0)));
}

function cosine(a: Features, b: Features, rarity: (name: string) => number): number {
  const length = (features: Features) =>
    Math.hypot(...[...features].map(([name, counts]) => counts * rarity(name)));
  const product = [...a].reduce(
    (sum, [name, counts]) => sum + counts * (b.get(name) ?? 0) * rarity(name) ** 2,
    0,
  );
  return product === 0 ? 0 : product / (length(a) * length(b));
}
