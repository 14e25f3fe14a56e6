import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { jsonOrText } from '../foundation/exact-json.js';
import { isObject } from '../foundation/json.js';

/** What `sextant tune` measured and a server goes by, as long as it embeds with the same model. */
export interface Tuning {
  embedder: string;
  /** The share of words in a score; absent: the embedder's own. */
  words_share?: number;
  tools: number;
  examples: number;
  /** The share of examples that found their tool among the best six, with the embedder as it is. */
  recall_before: number;
  recall: number;
  measured_at: string;
}

/** How words are compared; higher when that changes, so that shares from before are measured again. */
const WORDS_VERSION = 3;

function fileOf(dataDir: string): string {
  return join(dataDir, 'tuning.json');
}

export function writeTuning(dataDir: string, tuning: Tuning): string {
  const file = fileOf(dataDir);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(
    `${file}.new`,
    `${JSON.stringify({ ...tuning, words_version: WORDS_VERSION }, undefined, 2)}\n`,
  );
  renameSync(`${file}.new`, file);
  return file;
}

/** The share of words that was measured for this embedder; undefined where none was, or the file says nothing usable. */
export function tunedShare(dataDir: string, embedderId: string): number | undefined {
  const file = fileOf(dataDir);
  if (!existsSync(file)) return undefined;
  const read = jsonOrText(readFileSync(file, 'utf8'));
  if (!isObject(read) || read['embedder'] !== embedderId) return undefined;
  if (read['words_version'] !== WORDS_VERSION) return undefined;
  const share = read['words_share'];
  return typeof share === 'number' && share >= 0 && share < 1 ? share : undefined;
}
