import { isObject } from '../../../src/foundation/json.js';
import type { ToolSpec } from '../../../src/llm/types.js';
import type { World } from '../world.js';
import { isOdd } from './names.js';
import { rowsIn } from './narrowed.js';
import { FIND_TOOLS } from '../steps.js';
import { listFor } from './things.js';
import { plainName } from './tools.js';
import { idOf } from './which.js';

/** "close it": the same argument of an earlier call, where the request points to it and names none. */
export function usedBefore(name: string, { facts, transcript, reading }: World): unknown {
  if (!facts.has('is.pointed') || reading.tokens.some(isOdd)) return undefined;
  const calls = transcript.earlier.flatMap(({ exchanges }) => exchanges);
  return calls.findLast((call) => call.arguments[name] !== undefined)?.arguments[name];
}

/** "cancel it": the one thing that the last list held. */
export function onlyListed(
  name: string,
  tool: ToolSpec,
  { facts, transcript, reading, tools }: World,
): unknown {
  if (!facts.has('is.pointed') || reading.tokens.some(isOdd)) return undefined;
  const last = transcript.earlier.at(-1)?.exchanges.at(-1);
  const rows = rowsIn(last?.data).filter(isObject);
  const [row] = rows;
  const isKind = last !== undefined && listFor(name, tool, tools)?.name === last.name;
  return isKind && row && rows.length === 1 ? idOf(row, name) : undefined;
}

/** Whether a search for tools may still bring something: each is made once. */
export function canSearch({ tools, transcript }: World, query?: string): boolean {
  const made = transcript.exchanges.filter(({ name }) => name === FIND_TOOLS);
  const isMade = made.some((call) => query === undefined || call.arguments['query'] === query);
  return !isMade && tools.some(({ name }) => name === FIND_TOOLS);
}

/** What is asked for; "make it 24 places" together with what the last call was about. */
export function wholeQuery({ facts, reading, transcript }: World): string {
  const last = transcript.earlier.at(-1)?.exchanges.at(-1)?.name ?? '';
  const about = facts.has('is.pointed') ? plainName(last).slice(-1) : [];
  return [reading.text, ...about].join(' ');
}
