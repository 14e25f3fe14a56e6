import { stem } from '../../../src/language/english-stem.js';
import type { JsonObject } from '../../../src/foundation/json.js';
import type { ToolSpec } from '../../../src/llm/types.js';
import { unreadWords, type Taken } from '../audit/account.js';
import { countContent } from '../audit/refusal.js';
import { harmless, verbs } from '../lexicon.js';
import { namedThing } from '../reading/facts.js';
import type { Reading } from '../reading/reading.js';
import type { Token } from '../reading/tokens.js';
import type { World } from '../world.js';
import { isNameLike } from './given.js';
import { saidOf } from './things.js';
import {
  calledBy,
  deedOf,
  hasIdForm,
  isRead,
  namesOf,
  plainName,
  propertiesOf,
  sentencesOf,
  stemsOf,
  titleOf,
} from './tools.js';

/** How much each look at a tool of an unknown catalogue counts, beside how alike its sentences are. */
const WEIGHTS = {
  said: 0.4,
  left: 0.8,
  lost: 0.2,
  missing: 0.2,
  given: 0.15,
  named: 0.05,
  guessed: 0.15,
} as const;

/**
 * How well each tool of an unknown catalogue fits a request: whether it does what the verbs wish, how much
 * of its name is said, how many words it leaves unread, and how much of what it must know is not said.
 */
export function fitOfTools(tools: readonly ToolSpec[], world: World): (tool: ToolSpec) => number {
  const { reading } = world;
  const words = new Set(reading.tokens.map(({ text }) => stem(text)));
  const content = countContent(reading);
  const common = [...(tools[0] ? calledBy(tools[0]) : [])].filter((word) =>
    tools.every((tool) => calledBy(tool).has(word)),
  );
  const wish = wishIn(tools, reading);
  return (tool) => {
    const args: JsonObject = {};
    for (const each of propertiesOf(tool)) {
      const value = saidOf(each, tool, world);
      if (value !== undefined) args[each.name] = value;
    }
    const required = propertiesOf(tool).filter(({ isRequired }) => isRequired);
    const needed = required.filter(({ name }) => name in args);
    const open = required.filter(({ name, within }) => !within && !(name in args)).length;
    // "close WEB-12" speaks of an issue, where that is the key of one.
    const spoken = new Set([...words, ...Object.keys(args).flatMap((name) => [...stemsOf(name)])]);
    const unread = new Set(unreadWords(reading, takenBy(tool, args, reading)));
    const runs = runsOf(reading, unread);
    // Words that nothing explains may name things which are to be looked up, most likely what looks like a name.
    const named = runs.slice(0, open);
    const guessed = named.filter((run) => !run.some(isNameLike)).length;
    const left = runs.slice(open);
    const pointed = world.facts.has('is.pointed') ? 1 : 0;
    const missing = Math.max(0, open - runs.length - pointed);
    const nouns = nounsOf(tool).filter((word) => !common.includes(word));
    const said = nouns.filter((word) => spoken.has(word)).length / Math.max(1, nouns.length);
    return (
      wish(tool) +
      WEIGHTS.said * said +
      WEIGHTS.given * needed.length -
      WEIGHTS.left * (left.flat().length / Math.max(1, content)) -
      WEIGHTS.lost * left.filter((run) => run.some(isNameLike)).length -
      WEIGHTS.missing * missing -
      WEIGHTS.named * named.length -
      WEIGHTS.guessed * guessed
    );
  };
}

/** The pieces of a sentence that these words make, the longest first. */
function runsOf({ tokens }: Reading, words: ReadonlySet<string>): Token[][] {
  const runs: Token[][] = [];
  for (const [at, token] of tokens.entries()) {
    if (!words.has(token.text)) continue;
    const goesOn = words.has(tokens[at - 1]?.text ?? '');
    runs.push([...(goesOn ? (runs.pop() ?? []) : []), token]);
  }
  return runs.toSorted((a, b) => b.length - a.length);
}

/** How well a tool does what the verbs of a request wish: one to read never changes anything. */
function wishIn(tools: readonly ToolSpec[], reading: Reading): (tool: ToolSpec) => number {
  const first = stem(
    reading.tokens.find(({ kind, lower }) => kind === 'word' && !harmless.has(lower))?.text ?? '',
  );
  const isSaidBy = (tool: ToolSpec) => !isRead(tool) && calledBy(tool).has(first);
  const wish = verbSaid(reading) ?? (tools.some(isSaidBy) ? 'said' : 'read');
  const deeds = deedsOf(reading);
  return (tool) => {
    if (wish === 'read') return isRead(tool) ? 0.15 : -1;
    if (isRead(tool)) return -0.6;
    if (isSaidBy(tool)) return 0.3;
    // "turn on" for a tool that says "enable".
    if (deedsOf(reading.again(titleOf(tool))).some((deed) => deeds.includes(deed))) return 0.5;
    const deed = deedOf(tool)?.deed;
    return deed === undefined ? 0 : deed === wish ? 0.3 : -0.8;
  };
}

/** What the first verb of a request wants done. */
function verbSaid({ tokens }: Reading): string | undefined {
  // "open issues" are issues, and nothing is to be opened.
  const isState = tokens[0]?.lower === 'open' && !/^(an?|the|new)$/.test(tokens[1]?.lower ?? 'a');
  if (isState) return 'read';
  const placed = verbs.map(({ deed, words }) => ({
    deed,
    at: tokens.findIndex(({ lower, text }) => words.has(lower) || words.has(text.toLowerCase())),
  }));
  return placed.filter(({ at }) => at >= 0).toSorted((a, b) => a.at - b.at)[0]?.deed;
}

/** What is done, by concepts that other words stand for too. */
function deedsOf(reading: Reading): string[] {
  const acts = reading.all('act.*').map(({ concept }) => concept);
  return acts.filter((concept) => !/^act\.(list|create|add|change)$/.test(concept));
}

const JOINTS = /^(by|for|in|to|from|of|with|and|or|on|off|at|all|the)$/;
const isVerb = (word: string) => verbs.some(({ words }) => words.has(word));

/** The stems of what a tool's name is about. */
function nounsOf(tool: ToolSpec): string[] {
  const words = plainName(tool.name);
  return words.filter((word) => !JOINTS.test(word) && !isVerb(word)).map(stem);
}

/**
 * What a call accounts for: its arguments, the names of what was found, and what the tool's own sentences speak
 * of; for a change only its name does, and what people say for it.
 */
export function takenBy(
  tool: ToolSpec,
  args: JsonObject,
  reading: Reading,
  { found = [], asks = [] }: { found?: readonly string[]; asks?: readonly string[] } = {},
): Taken {
  const { description, examples = [] } = tool;
  const isOfThing = isRead(tool) && Object.keys(args).some((name) => hasIdForm(name));
  const thing = isOfThing ? [namedThing(reading) ?? ''] : [];
  const concepts = isRead(tool)
    ? [...sentencesOf(tool), ...asks]
        .flatMap((text) => reading.again(text).tags.map(({ concept }) => concept))
        // What a tool is not told it compares nothing with.
        .filter((concept) => !/^cmp\.[gl]te?$/.test(concept) || /\d/.test(JSON.stringify(args)))
    : deedsOf(reading.again(titleOf(tool)));
  const own = isRead(tool) ? [description, ...examples, ...asks] : [...(deedOf(tool)?.words ?? [])];
  return {
    calls: [args],
    concepts: ['act.list', 'act.find', 'q.*', 'polite', ...new Set(concepts)],
    texts: [...namesOf(tool), ...own, ...found, ...thing],
  };
}
