import type { ToolSpec } from '../../../src/llm/types.js';
import { harmless } from '../audit/harmless.js';
import type { Reading } from '../reading/reading.js';
import { stem } from '../../../src/foundation/english-stem.js';

/** What a request wants done, as far as its verbs tell; tools say it with the same words. */
const VERBS: readonly (readonly [string, string])[] = [
  ['create', 'create add new make open register insert start post invite book'],
  ['delete', 'delete remove destroy drop erase cancel revoke'],
  [
    'update',
    'update change set rename edit modify patch put turn switch enable disable activate deactivate archive close assign move mark toggle replace',
  ],
  [
    'read',
    'list show get find search which what how who where when read display give tell query look count fetch',
  ],
];

/** A tool and how much of the request it speaks of, from 0 to 1 and above. */
export interface Ranked {
  tool: ToolSpec;
  score: number;
}

/** Below this a tool is not called. */
export const ENOUGH = 0.5;
/** Where a grammar has not understood the request, going by words takes more. */
export const SURE = 0.75;

/** The tools of a catalogue by how well their names, descriptions and examples fit a request, best first. */
export function rankTools(tools: readonly ToolSpec[], reading: Reading): Ranked[] {
  const asked = contentStems(reading);
  if (asked.size === 0) return [];
  const documents = tools.map((tool) => ({ tool, words: wordsOfTool(tool) }));
  const rarity = (word: string) => {
    const count = documents.filter(({ words }) => words.all.has(word)).length;
    return Math.log(1 + documents.length / (1 + count)) + 0.2;
  };
  // What no tool speaks of may be a name or a value: it counts less against all of them.
  const known = (word: string) => documents.some(({ words }) => words.all.has(word));
  const whole = [...asked].reduce((sum, word) => sum + rarity(word) * (known(word) ? 1 : 0.2), 0);
  const wish = wishOf(reading);
  return documents
    .map(({ tool, words }) => {
      const share = (set: ReadonlySet<string>) =>
        [...asked].reduce((sum, word) => sum + (set.has(word) ? rarity(word) : 0), 0) / whole;
      const example = Math.max(0, ...words.examples.map((set) => share(set)));
      const text = share(words.name) * 0.5 + share(words.all) * 0.5;
      const said = share(words.name) > 0 || example > 0;
      return { tool, score: said ? Math.max(text, example) + agreement(tool, wish) : 0 };
    })
    .toSorted((a, b) => b.score - a.score);
}

/** The stems of all words that a tool's name, description, parameters and examples speak of. */
export function wordsOfTool(tool: ToolSpec) {
  const name = stems(tool.name);
  const examples = (tool.examples ?? []).map((text) => stems(text));
  const all = new Set([
    ...name,
    ...stems(tool.description),
    ...examples.flatMap((set) => [...set]),
  ]);
  return { name, examples, all };
}

/** `createFeatureFlag`, `feature_flags` → the stems of its words. */
export function stems(text: string): Set<string> {
  const words = text.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return new Set(
    words
      .split(/[^a-z0-9]+/)
      .filter((word) => word.length > 1)
      .map(stem),
  );
}

function contentStems({ tokens }: Reading): Set<string> {
  const words = tokens.filter(({ kind, lower }) => kind === 'word' && !harmless.has(lower));
  return new Set(words.map((token) => stem(token.text)));
}

function wishOf({ tokens }: Reading): string {
  const said = (words: string) => {
    const set = new Set(words.split(' '));
    return tokens.findIndex(({ lower, text }) => set.has(lower) || set.has(text.toLowerCase()));
  };
  const first = VERBS.map(([verb, words]) => ({ verb, at: said(words) })).filter(
    ({ at }) => at >= 0,
  );
  return first.toSorted((a, b) => a.at - b.at)[0]?.verb ?? 'read';
}

/** A wish to read never changes anything, and one to delete is no wish to create. */
function agreement(tool: ToolSpec, wish: string): number {
  if (wish === 'read') return isRead(tool) ? 0.15 : -1;
  if (isRead(tool)) return -0.6;
  const verb = VERBS.find(([, words]) =>
    words.split(' ').some((word) => stems(tool.name).has(stem(word))),
  );
  return verb === undefined ? 0 : verb[0] === wish ? 0.3 : -0.8;
}

/** A tool that says it only reads; without a word on it, one whose name begins so. */
export function isRead({ effect, name }: ToolSpec): boolean {
  if (effect !== undefined) return effect === 'read';
  return /^(?:[a-z0-9]+_)?(get|list|find|search|discover|query|show|read|lookup)/.test(name);
}
