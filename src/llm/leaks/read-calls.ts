import { parseBody } from '../../foundation/api-answers.js';
import { MODEL_JSON } from '../../foundation/exact-json.js';
import { isObject } from '../../foundation/json.js';
import { JsonBalance } from '../wire/argument-values.js';
import { readArguments, type ReadArguments } from '../wire/tool-calls.js';

/** A call found in text; it has no id yet. */
export interface LeakedCall extends ReadArguments {
  name: string;
}

/**
 * The calls that a text consists of, and nothing but calls; undefined when there is anything else. With `names` only
 * those count, and only with arguments.
 */
export function readCalls(text: string, names?: ReadonlySet<string>): LeakedCall[] | undefined {
  const values = jsonValues(text)?.flatMap((value): unknown[] =>
    Array.isArray(value) ? value : [value],
  );
  if (values === undefined || values.length === 0) return undefined;
  const calls = values.map((value) => toCall(value, names));
  return calls.every((call) => call !== undefined) ? calls : undefined;
}

/** A call in the short form of newer Mistral models: `name{…}` or `name[ARGS]{…}`. */
export function readNamedCall(text: string): LeakedCall[] | undefined {
  const [whole, name] = /^\s*([\w.:-]+)(?:\[CALL_ID\][\w-]+)?(?:\[ARGS\])?\s*/.exec(text) ?? [];
  if (whole === undefined || name === undefined) return undefined;
  const [value, ...others] = jsonValues(text.slice(whole.length)) ?? [];
  return isObject(value) && others.length === 0 ? [{ name, ...readArguments(value) }] : undefined;
}

function toCall(value: unknown, names?: ReadonlySet<string>): LeakedCall | undefined {
  if (!isObject(value)) return undefined;
  const inner = isObject(value['function']) ? value['function'] : value;
  const name = inner['name'] ?? inner['tool_name'] ?? inner['tool'] ?? inner['function'];
  const given = inner['arguments'] ?? inner['parameters'];
  if (typeof name !== 'string') return undefined;
  if (names !== undefined && (!names.has(name) || given === undefined)) return undefined;
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
    const value = parseBody(text.slice(start, at + 1).replace(/^[\s,;]+/, ''), MODEL_JSON);
    if (value === undefined) return undefined;
    values.push(value);
    start = at + 1;
  }
  return /^[\s,;]*$/.test(text.slice(start)) ? values : undefined;
}
