import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IndexedDocument } from '../src/toolindex/document.js';
import { table } from './measure.js';

/** How many tools are offered: RAG_TOP_K's default. */
export const OFFERED = 6;

/** What is measured of one ranking, each from 0 to 1. */
export interface Measures {
  /** Share of the needed tools among the first {@link OFFERED}. */
  recall: number;
  /** 1 when all needed tools are among them. */
  complete: number;
  /** Share of the needed tools at rank one. */
  recallAt1: number;
  /** 1 / rank of the first needed tool. */
  reciprocalRank: number;
  /** Discounted gain among the first five, of what can be had. */
  ndcgAt5: number;
}

const gain = (place: number): number => 1 / Math.log2(place + 2);

/** Measures one ranking (names, best first) against the needed tools. */
export function measure(ranking: readonly string[], gold: readonly string[]): Measures {
  const needed = new Set(gold);
  const hits = ranking.slice(0, OFFERED).filter((name) => needed.has(name)).length;
  const gained = ranking
    .slice(0, 5)
    .reduce((sum, name, place) => sum + (needed.has(name) ? gain(place) : 0), 0);
  const most = Array.from({ length: Math.min(5, needed.size) }, (_, place) => gain(place));
  const first = ranking.findIndex((name) => needed.has(name));
  return {
    recall: hits / needed.size,
    complete: hits === needed.size ? 1 : 0,
    recallAt1: first === 0 ? 1 / needed.size : 0,
    reciprocalRank: first < 0 ? 0 : 1 / (first + 1),
    ndcgAt5: gained / most.reduce((sum, each) => sum + each, 0),
  };
}

/** A mean and half the width of its 95 % interval (normal approximation over the queries). */
export function meanWithInterval(values: readonly number[]): { mean: number; margin: number } {
  const mean = values.reduce((total, value) => total + value, 0) / values.length;
  const squares = values.reduce((total, value) => total + (value - mean) ** 2, 0);
  const variance = squares / Math.max(1, values.length - 1);
  return { mean, margin: 1.96 * Math.sqrt(variance / values.length) };
}

/** How well a figure tells wanted from unwanted: of all pairs, and with a limit that loses one wanted in twenty. */
export function toldApart(wanted: readonly number[], unwanted: readonly number[]) {
  const pairs = wanted.length * unwanted.length;
  const right = wanted.reduce(
    (sum, value) => sum + unwanted.filter((other) => other < value).length,
    0,
  );
  const limit = [...wanted].sort((a, b) => a - b)[Math.floor(wanted.length / 20)] ?? 0;
  const away = unwanted.filter((value) => value < limit).length;
  return { auc: right / pairs, turnedAway: away / unwanted.length, limit };
}

const INDEX = 'src/toolindex';
/** Embedders behind an API are no part of the ranker. */
const REMOTE = join(INDEX, 'embedders');
const LOCAL = join(REMOTE, 'local');

/** What selection is to reach, by what it is measured on; figures in percent. */
const GOALS: readonly [string, number][] = [
  ['GitHub', 85],
  ['GitHub with examples', 96],
  ['Kubernetes', 80],
  ['mean of the sets', 89],
];

/** Each goal with today's figure; what other benches measure is named with them. */
export function goalsTable(recallOf: (name: string) => number | undefined): string {
  const rows = GOALS.map(([name, goal]) => {
    const recall = recallOf(name);
    return [`recall@6, ${name}`, recall === undefined ? '–' : (100 * recall).toFixed(1), `${goal}`];
  });
  return table(
    ['', 'today', 'goal'],
    [
      ...rows,
      ['lines of the ranker and the local embedder', `${linesOfIndex()}`, 'at most 3500'],
      ['2,441 operations cold', '`bench:sources`', '50 s'],
      ['German statutes, everyday words, among the first six', '`bench:retrieval`', '12 of 20'],
    ],
  );
}

function linesOfIndex(): number {
  return filesOf(INDEX)
    .filter((file) => !file.startsWith(REMOTE) || file.startsWith(LOCAL))
    .filter((file) => /\.m?ts$|\.mjs$/.test(file) && !file.includes('.test.'))
    .reduce((sum, file) => sum + readFileSync(file, 'utf8').trimEnd().split('\n').length, 0);
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesOf(path) : [path];
  });
}

/** The same numbers from 0 to 1 in each run. */
export function numbers(seed = 7): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const K1 = 1.2;
const B = 0.75;

/**
 * The usual baseline: Okapi BM25 (k1 1.2, b 0.75) over plain lower-case words of name, description,
 * examples and parameters, identifiers split; no stemming, no weights. Independent of the product's
 * own lexical code.
 */
export function bm25(documents: readonly IndexedDocument[]): (query: string) => number[] {
  const counted = documents.map(({ text, examples = [], parameters = '' }) =>
    countWords([text, ...examples, parameters].join(' ')),
  );
  const lengths = counted.map((counts) => sum(counts.values()));
  const meanLength = sum(lengths) / lengths.length;
  const documentCounts = new Map<string, number>();
  for (const word of counted.flatMap((counts) => [...counts.keys()])) {
    documentCounts.set(word, (documentCounts.get(word) ?? 0) + 1);
  }
  const weigh = (word: string, row: number): number => {
    const count = counted[row]?.get(word) ?? 0;
    const containing = documentCounts.get(word) ?? 0;
    const idf = Math.log1p((documents.length - containing + 0.5) / (containing + 0.5));
    const relativeLength = (lengths[row] ?? 0) / meanLength;
    return (idf * count * (K1 + 1)) / (count + K1 * (1 - B + B * relativeLength));
  };
  return (query) => {
    const words = [...countWords(query).keys()];
    return documents.map((_, row) => sum(words.map((word) => weigh(word, row))));
  };
}

function countWords(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  const spaced = text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/_/g, ' ')
    .toLowerCase();
  for (const word of spaced.match(/[\p{L}\p{N}]+/gu) ?? []) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}

function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
