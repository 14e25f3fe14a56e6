import { firstChars, shortened } from './text.js';
import { visibleJson, visibleText } from './invisible.js';
import type { JsonObject } from './json.js';

/** A tool call and what it gave, as a model reads it that has no tools itself. */
export interface CollectedResult {
  name: string;
  arguments: JsonObject;
  isError: boolean;
  content: string;
}

const CHARS_PER_TOKEN = 4;
const OPENING = 'What the tools returned for this message, in the order of the calls:';
const FAILED = ' (failed)';
const MAX_NAME = 64;
const MAX_ARGUMENTS = 200;

/** One text of at most `budget` tokens of four characters; the longest results are cut. Lines are indented: none passes for a call's. */
export function writeCollected(results: readonly CollectedResult[], budget: number): string {
  const space = budget * CHARS_PER_TOKEN;
  const heads = headsOf(results, space / 2);
  const used = [OPENING, ...heads].reduce((sum, head) => sum + head.length + SEPARATORS, 0);
  const texts = fit(results, space - used);
  const blocks = heads.map((head, at) => `${head}\n${texts[at]}`);
  return [OPENING, ...blocks].join('\n\n');
}

const SEPARATORS = 3;

/** The calls' lines; without their arguments where these alone would take too much. */
function headsOf(results: readonly CollectedResult[], space: number): string[] {
  const heads = results.map((result, at) =>
    headOf(result, at, shortened(visibleJson(result.arguments), MAX_ARGUMENTS)),
  );
  const length = heads.reduce((sum, head) => sum + head.length, 0);
  return length <= space ? heads : results.map((result, at) => headOf(result, at, ''));
}

function headOf({ name, isError }: CollectedResult, at: number, input: string): string {
  const shown = firstChars(visibleText(name).replace(/\s+/g, '_'), MAX_NAME);
  return `[${at + 1}] ${shown || '_'}${input === '' ? '' : ` ${input}`}${isError ? FAILED : ''}`;
}

function textOf({ content }: CollectedResult): string {
  return `  ${content.replace(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/g, '\n  ')}`;
}

/** The texts within `space` characters: short ones whole, the others cut to the same length. */
function fit(results: readonly CollectedResult[], space: number): string[] {
  const texts = results.map(textOf);
  const share = fairShare(
    texts.map(({ length }) => length),
    space,
  );
  return texts.map((text, at) => {
    if (text.length <= share) return text;
    const note = `… [cut: ${results[at]?.content.length} characters in all]`;
    // Not within a character of two units.
    const kept = firstChars(text, Math.max(0, share - note.length));
    return `${kept}${note}`;
  });
}

/** The most that each may have so that all have what they need or this much; endless where all fit. */
function fairShare(lengths: readonly number[], space: number): number {
  let left = space;
  for (const [at, length] of [...lengths].sort((a, b) => a - b).entries()) {
    const equal = Math.floor(left / (lengths.length - at));
    if (length > equal) return equal;
    left -= length;
  }
  return Infinity;
}

const HEAD = /^\[\d+\] (\S+)(?: (\{.*))?$/;

/** Reads what {@link writeCollected} wrote, arguments where they stand whole; undefined for any other text. */
export function readCollected(text: string): CollectedResult[] | undefined {
  const [opening, ...blocks] = text.split(/\n\n(?=\[\d+\] )/);
  if (opening !== OPENING) return undefined;
  return blocks.map((block) => {
    const [head = '', ...lines] = block.split('\n');
    const isError = head.endsWith(FAILED);
    const [, name = '', input = ''] =
      HEAD.exec(isError ? head.slice(0, -FAILED.length) : head) ?? [];
    const content = lines.map((line) => line.slice(2)).join('\n');
    return { name, arguments: parsed(input), isError, content };
  });
}

function parsed(text: string): JsonObject {
  try {
    return JSON.parse(text) as JsonObject;
  } catch {
    return {};
  }
}
