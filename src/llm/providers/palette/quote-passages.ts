import { firstChars } from '../../../foundation/text.js';
import { isObject, type JsonObject, asObject, asList } from '../../../foundation/json.js';
import { wordsOf } from './literals.js';
import { escaped } from './tell-results.js';

export interface Passage {
  /** The document, and where in it. */
  place: string;
  score: number;
  /** Its blocks, each with what stands behind a quotation of it, such as `[3]`. */
  blocks: readonly { text: string; mark: string }[];
  /** A part of a document that is asked for as a whole: all its parts are quoted. */
  isOfWhole?: boolean;
}

const MAX_PASSAGES = 3;
const MAX_BLOCKS = 2;
const MAX_QUOTE = 500;
/** A passage is quoted beside the best one where its score comes this near. */
const NEAR = 0.6;

/** Below this a passage was found by its words alone or by its meaning alone: something is always the nearest. */
const SURE = 0.62;

const MAX_PARTS = 5;

const NEAREST = 'No passage surely fits. The nearest:';
const QUOTING = 'No language model is connected: I quote; I do not conclude.';

/** What a message asks for: its lines, each for itself, without the number or dash of a list. */
export function partsOf(message: string): string[] {
  const lines = message.split('\n').map((line) => line.replace(LIST_ITEM, '').trim());
  return lines.filter((line) => line !== '');
}
const LIST_ITEM = /^\s{0,8}(?:[-*•]|\d{1,2}[.)])\s{1,4}/;

export function searchedParts(message: string): string[] {
  return partsOf(message).slice(0, MAX_PARTS);
}

export function quotePassages(
  message: string,
  found: readonly (readonly Passage[])[],
  where: string,
  told: readonly (readonly string[])[] = [],
): string {
  const parts = partsOf(message);
  const texts = found.map((passages, at) => {
    const best = bestOf(parts[at] ?? '', passages);
    const isSure = best.length === 0 || (best[0]?.score ?? 0) >= SURE;
    const lines = best.map(({ place, blocks }) => {
      const quoted = blocks.map(({ text, mark }) => `“${quotable(text)}”${mark && ` ${mark}`}`);
      return `- ${quoted.join(' ')} (${escaped(place)})`;
    });
    const quotes = [...(isSure ? [] : [NEAREST, '']), ...lines];
    const part = escaped(firstChars(parts[at] ?? '', 200));
    const heading = parts.length > 1 ? [`**${part}**`, ''] : [];
    const nothing = `I found nothing about “${part}” in ${where}.`;
    const below = (told[at] ?? []).flatMap((line) => ['', line]);
    return [...heading, ...(quotes.length > 0 ? quotes : [nothing]), ...below].join('\n');
  });
  const left = parts.length - MAX_PARTS;
  const more =
    left > 0 ? [`${left} more lines were not searched for: send them by themselves.`] : [];
  return [QUOTING, ...texts, ...more].join('\n\n');
}

export function bestOf(part: string, passages: readonly Passage[]): Passage[] {
  const asked = new Set(wordsOf(part));
  const ranked = passages
    .filter(({ blocks }) => blocks.length > 0)
    .toSorted((a, b) => b.score - a.score);
  const least = NEAR * (ranked[0]?.score ?? 0);
  const near = ranked.filter(({ score }) => score >= least);
  const wholes = near.filter(({ isOfWhole }) => isOfWhole === true);
  return (near[0]?.isOfWhole === true ? wholes : near.slice(0, MAX_PASSAGES)).map((passage) => ({
    ...passage,
    blocks: bestBlocks(passage.blocks, asked),
  }));
}

/** Those that share most words with the question, in their order: an exception may share only one. */
function bestBlocks(blocks: Passage['blocks'], asked: ReadonlySet<string>): Passage['blocks'] {
  const shared = blocks.map(
    ({ text }) => new Set(wordsOf(text).filter((word) => asked.has(word))).size,
  );
  const least = Math.min(1, Math.max(...shared));
  return blocks
    .map((block, at) => ({ block, at, words: shared[at] ?? 0 }))
    .filter(({ words }) => words >= least)
    .toSorted((a, b) => b.words - a.words)
    .slice(0, MAX_BLOCKS)
    .toSorted((a, b) => a.at - b.at)
    .map(({ block }) => block);
}

function quotable(text: string): string {
  const short = firstChars(text, MAX_QUOTE);
  return escaped(short) + (short.length < text.length ? '…' : '');
}

export function objectsIn(data: unknown, name: string): JsonObject[] {
  return asList(asObject(data)[name]).filter(isObject);
}

export function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** A document and the headings in it, of which the first is often its title. */
export function placeIn(title: unknown, section: unknown): string {
  const [name, within] = [textIn(title), textIn(section)];
  if (within === '' || within === name) return name;
  return within.startsWith(`${name} › `) ? within : `${name} › ${within}`;
}

export function queryOf(message: string, limit = 500): string {
  return firstChars(message.replaceAll(/\s{1,1000}/g, ' ').trim(), limit).padEnd(2);
}
