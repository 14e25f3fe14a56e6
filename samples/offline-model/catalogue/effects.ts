import { stem } from '../../../src/foundation/english-stem.js';
import type { ToolSpec } from '../../../src/llm/types.js';
import type { Reading } from '../reading/reading.js';
import { stemsOf } from './tool-words.js';

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
    'list show get find search which what how who where when read display give tell query look count fetch is are do does',
  ],
];

/** A tool that says it only reads; without a word on it, one whose name begins so. */
export function isRead({ effect, name }: ToolSpec): boolean {
  if (effect !== undefined) return effect === 'read';
  return /^(?:[a-z0-9]+_)?(get|list|find|search|discover|query|show|read|lookup)/.test(name);
}

/** How well a tool does what a request's verbs wish: one to read never changes anything, one to delete creates nothing. */
export function wishAgrees(name: string, tools: readonly ToolSpec[], reading: Reading): number {
  const tool = tools.find((each) => each.name === name);
  if (tool === undefined) return 0;
  const wish = wishOf(reading);
  if (wish === 'read') return isRead(tool) ? 0.15 : -1;
  if (isRead(tool)) return -0.6;
  const stems = stemsOf(name);
  const verb = VERBS.find(([, words]) => words.split(' ').some((word) => stems.has(stem(word))));
  return verb === undefined ? 0 : verb[0] === wish ? 0.3 : -0.8;
}

function wishOf({ tokens }: Reading): string {
  const said = (words: string) => {
    const set = new Set(words.split(' '));
    return tokens.findIndex(({ lower, text }) => set.has(lower) || set.has(text.toLowerCase()));
  };
  const first = VERBS.map(([verb, words]) => ({ verb, at: said(words) }));
  const found = first.filter(({ at }) => at >= 0).toSorted((a, b) => a.at - b.at);
  return found[0]?.verb ?? 'read';
}
