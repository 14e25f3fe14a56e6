import { stem } from '../../../src/foundation/english-stem.js';
import { isObject } from '../../../src/foundation/json.js';
import type { ToolSpec } from '../../../src/llm/types.js';
import { harmless } from '../lexicon.js';
import type { Reading } from '../reading/reading.js';
import { isOdd } from './fill-arguments.js';
import { plainName, propertiesOf, stemsOf, titleOf } from './tool-words.js';

/** What a request wants done, as far as its verbs tell; tools say it with the same words. */
const VERBS: readonly (readonly [string, string])[] = [
  ['create', 'create add new make open register insert start post invite book'],
  ['delete', 'delete remove destroy drop erase cancel revoke'],
  [
    'update',
    'update change set rename edit modify patch put turn switch enable disable activate deactivate archive close assign move mark toggle replace merge approve publish',
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

/**
 * How well each tool does what a request's verbs wish: one to read never changes anything, one to delete
 * creates nothing. An id of the form that an argument shows, or one behind its noun, speaks for a tool.
 */
export function wishAgreement(
  tools: readonly ToolSpec[],
  reading: Reading,
): (name: string) => number {
  const first = verbSaid(reading);
  const isSaidBy = (tool: ToolSpec) =>
    !isRead(tool) && stemsOf(`${tool.name} ${tool.title ?? ''}`).has(first);
  const wish = wishOf(reading) ?? (tools.some(isSaidBy) ? 'said' : 'read');
  const deeds = deedsOf(reading);
  return (name) => {
    const tool = tools.find((each) => each.name === name);
    if (tool === undefined) return 0;
    const form = showsForm(tool, reading);
    if (wish === 'read') return isRead(tool) ? form + 0.15 : -1;
    if (isRead(tool)) return -0.6;
    if (isSaidBy(tool)) return form + 0.3;
    // "turn on" for a tool that says "enable".
    if (deedsOf(reading.again(titleOf(tool))).some((deed) => deeds.includes(deed)))
      return form + 0.5;
    const verb = verbOf(tool);
    if (verb === undefined) return form;
    return verb[0] === wish ? form + 0.3 : -0.8;
  };
}

/** The stem of the first word that says something: in a wish for a change its verb. */
export function verbSaid({ tokens }: Reading): string {
  const first = tokens.find(({ kind, lower }) => kind === 'word' && !harmless.has(lower));
  return stem(first?.text ?? '');
}

/** What is done, by concepts that other words stand for too. */
export function deedsOf(reading: Reading): string[] {
  const acts = reading.all('act.*').map(({ concept }) => concept);
  return acts.filter((concept) => !/^act\.(list|create|add|change)$/.test(concept));
}

/** Whether a word says what is done, not to what. */
export function isVerb(word: string): boolean {
  return verbStems.has(stem(word));
}

const verbStems = new Set(VERBS.flatMap(([, words]) => words.split(' ').map(stem)));

function verbOf({ name, title = '' }: ToolSpec) {
  const stems = stemsOf(`${name} ${title}`);
  return VERBS.find(([, words]) => words.split(' ').some((word) => stems.has(stem(word))));
}

/** What people say for what a tool does. */
export function verbsFor(tool: ToolSpec): string {
  return isRead(tool) ? '' : (verbOf(tool)?.[1] ?? '');
}

/** `WEB-12` for an argument that is described with "such as ABC-1"; "the feature dark-mode" for `featureName`. */
function showsForm(tool: ToolSpec, { tokens }: Reading): number {
  const form = (text: string) => text.replaceAll(/\p{L}+/gu, 'a').replaceAll(/\d+/g, '1');
  const needed = propertiesOf(tool).filter(({ isRequired }) => isRequired);
  const shown = needed.flatMap(({ schema }) => {
    const description = isObject(schema) ? schema['description'] : undefined;
    return typeof description === 'string' ? description.split(/[\s,]+/) : [];
  });
  const forms = new Set(shown.filter((word) => /\d/.test(word)).map(form));
  const nouns = new Set(needed.flatMap(({ name }) => [...stemsOf(name)]));
  // What stands before a name says of what kind the thing is.
  const kinds = tokens.flatMap((token, at) => {
    const isName = isOdd(token) || (token.start > 0 && /^\p{Lu}/u.test(token.text));
    return isName ? [stem(tokens[at - 1]?.text ?? '')] : [];
  });
  const listed = stem(plainName(tool.name).at(-1) ?? '');
  const shows = tokens.some((token) => isOdd(token) && forms.has(form(token.text)));
  const fits = kinds.filter((kind) => nouns.has(kind)).length;
  // One that lists all things of a kind is not asked for one of them.
  const misses = kinds.filter((kind) => kind === listed && !nouns.has(kind) && isRead(tool)).length;
  return (shows ? 0.6 : 0) + 0.2 * fits - 0.3 * misses;
}

function wishOf({ tokens }: Reading): string | undefined {
  const said = (words: string) => {
    const set = new Set(words.split(' '));
    return tokens.findIndex(({ lower, text }) => set.has(lower) || set.has(text.toLowerCase()));
  };
  // "open issues" are issues, and nothing is to be opened.
  const isState = tokens[0]?.lower === 'open' && !/^(an?|the|new)$/.test(tokens[1]?.lower ?? 'a');
  if (isState) return 'read';
  const first = VERBS.map(([verb, words]) => ({ verb, at: said(words) }));
  const found = first.filter(({ at }) => at >= 0).toSorted((a, b) => a.at - b.at);
  return found[0]?.verb;
}
