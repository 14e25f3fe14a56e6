import { MODEL_JSON, parseJson } from '../../foundation/exact-json.js';
import { isObject } from '../../foundation/json.js';
import { readArguments, type ReadArguments } from '../wire/call-arguments.js';
import { JsonBalance } from './json-balance.js';

/** A call found in text; it has no id yet. */
export interface LeakedCall extends ReadArguments {
  name: string;
}

/** What counts as a call: any name or only these; with arguments, or also without. */
export interface CallRules {
  names?: ReadonlySet<string>;
  argumentsNeeded: boolean;
}

/** The calls that a text consists of, and nothing but calls; undefined when there is anything else. */
export function readCalls(text: string, rules: CallRules): LeakedCall[] | undefined {
  const values = jsonValues(text)?.flatMap((value): unknown[] =>
    Array.isArray(value) ? value : [value],
  );
  if (values === undefined || values.length === 0) return undefined;
  const calls = values.map((value) => toCall(value, rules));
  return calls.every((call) => call !== undefined) ? calls : undefined;
}

/** A call in the short form of newer Mistral models: `name{…}` or `name[ARGS]{…}`. */
export function readNamedCall(text: string): LeakedCall[] | undefined {
  const [whole, name] = /^\s*([\w.:-]+)(?:\[CALL_ID\][\w-]+)?(?:\[ARGS\])?\s*/.exec(text) ?? [];
  if (whole === undefined || name === undefined) return undefined;
  const [value, ...others] = jsonValues(text.slice(whole.length)) ?? [];
  return isObject(value) && others.length === 0 ? [{ name, ...readArguments(value) }] : undefined;
}

function toCall(value: unknown, { names, argumentsNeeded }: CallRules): LeakedCall | undefined {
  if (!isObject(value)) return undefined;
  const inner = isObject(value['function']) ? value['function'] : value;
  const name = inner['name'] ?? inner['tool_name'] ?? inner['tool'] ?? inner['function'];
  const given = inner['arguments'] ?? inner['parameters'];
  if (typeof name !== 'string' || (names !== undefined && !names.has(name))) return undefined;
  if (given === undefined && argumentsNeeded) return undefined;
  if (given !== undefined && !isObject(given) && typeof given !== 'string') return undefined;
  return { name, ...readArguments(given) };
}

/** The JSON values of a text in which only spaces, commas and semicolons stand between them. */
function jsonValues(text: string): unknown[] | undefined {
  const values: unknown[] = [];
  const balance = new JsonBalance();
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (!balance.feed(text[at] ?? '')) continue;
    const value = parse(text.slice(start, at + 1).replace(/^[\s,;]+/, ''));
    if (value === undefined) return undefined;
    values.push(value);
    start = at + 1;
  }
  return /^[\s,;]*$/.test(text.slice(start)) ? values : undefined;
}

function parse(text: string): unknown {
  try {
    return parseJson(text, MODEL_JSON);
  } catch {
    return undefined;
  }
}
