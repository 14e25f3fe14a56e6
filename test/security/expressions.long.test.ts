import { cpuMs } from '../support/cpu-growth.js';
import {
  expressionsIn,
  type Expression,
  hostileTexts,
  textOf,
  type HostileText,
} from '../support/hostile-texts.js';

/** So short at first that an exponential cost is told before it is endless. */
const LENGTHS = [16, 24, 32, 40, 48, 64, 96, 128, 256, 512, 1024, 2048, 8192];
/** A linear expression reads the longest of the texts in a tenth of it. */
const SUSPECT_MS = 20;
/** Eight times the text: 8 when linear, 64 when quadratic. */
const GROWTH = 24;
const FLOOR_MS = 1;

function searching({ source, flags }: Expression): RegExp {
  return new RegExp(source, /[gy]/.test(flags) ? flags : `${flags}g`);
}

/** By the clock: asking for the processor time costs several times more, and on one thread it is never longer. */
function waitFor(expression: RegExp, text: HostileText, length: number): number {
  const whole = textOf(text, length);
  const start = performance.now();
  whole.replace(expression, '');
  return performance.now() - start;
}

/** The least of a few tries: a busy garbage collector is not the expression's. */
async function leastCost(expression: RegExp, text: HostileText, length: number): Promise<number> {
  const whole = textOf(text, length);
  let least = Infinity;
  for (let tries = 0; tries < 3; tries += 1) {
    least = Math.min(least, await cpuMs(() => whole.replace(expression, '')));
  }
  return least;
}

async function growsTooFast(expression: RegExp, text: HostileText): Promise<boolean> {
  for (const length of LENGTHS) {
    if (waitFor(expression, text, length) <= SUSPECT_MS) continue;
    const many = await leastCost(expression, text, length);
    const few = Math.max(FLOOR_MS, await leastCost(expression, text, Math.ceil(length / 8)));
    if (many > SUSPECT_MS && many / few > GROWTH) return true;
  }
  return false;
}

/** The first text found on which an expression costs more than linear time. */
async function weakness(found: Expression): Promise<string | undefined> {
  const expression = searching(found);
  for (const text of hostileTexts(found.source, found.flags)) {
    if (await growsTooFast(expression, text))
      return `${found.place} /${found.source}/${found.flags} on ${JSON.stringify(text)}`;
  }
  return undefined;
}

test.each([
  ['a search for words with an at sign', /\S+@\S+/g],
  ['blanks at an end', /\s+$/],
  ['blanks before a sign', /\s*[-,;]\s+/],
  ['capitals before a word', /(\p{Lu}+)(\p{Lu}\p{Ll})/gu],
  ['two repetitions of the same', /^\{\{\s*([^{}]+?)\s*\}\}$/],
  ['a repetition in a repetition', /^\s*([\w.:-]+(\[[A-Z_]*\]?[\w-]*)*\s*)?$/],
  ['a look behind over blanks', /(?<=\S\s+)\p{Lu}[\p{L}\p{N}-]{2,}/gu],
  ['a back reference', /^title:[^\S\n]*(["']?)([^\n]*?[^\s"'][^\n]*?)\1[^\S\n]*$/im],
])('what is known to be slow is found: %s', async (_name, { source, flags }) => {
  expect(await weakness({ source, flags, place: 'here' })).toBeDefined();
});

test('every regular expression of the server reads hostile texts in linear time', async () => {
  const slow: string[] = [];
  const expressions = expressionsIn('src');
  expect(expressions.length).toBeGreaterThan(400);
  for (const expression of expressions) {
    const found = await weakness(expression);
    if (found !== undefined) slow.push(found);
  }
  expect(slow).toEqual([]);
}, 300_000);
