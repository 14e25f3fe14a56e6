import { isNumber, type ExactNumber } from '../../../foundation/exact-number.js';
import { isObject, type JsonObject } from '../../../foundation/json.js';
import type { CallPayload } from './call-payload.js';

/** The call that takes another one back, as the operator names it; nothing of it is guessed. */
export interface CallInverse {
  tool: string;
  /** With `{{answer.id}}` and `{{arguments.path}}` where values of the call to be taken back stand. */
  arguments: JsonObject;
}

const PLACE = /\{\{\s?(answer|arguments)((?:\.[A-Za-z0-9_-]{1,64}){1,8})\s?\}\}/g;

/** The call that takes a call back, or why there is none: a value that it needs is not told. */
export function inverseCall(
  { tool, arguments: template }: CallInverse,
  payload: CallPayload,
  answer: unknown,
): { call: CallPayload } | { why: string } {
  const missing: string[] = [];
  const valueOf = (from: string, steps: string): string | number | boolean | ExactNumber => {
    const whole: unknown = from === 'answer' ? answer : payload.arguments;
    const value = steps.slice(1).split('.').reduce<unknown>(fieldOf, whole);
    if (typeof value === 'string' || isNumber(value) || typeof value === 'boolean') return value;
    missing.push(`${from}${steps}`);
    return '';
  };
  const filled = fill(template, valueOf) as JsonObject;
  if (missing.length === 0) return { call: { tool, arguments: filled } };
  return { why: `The call that takes it back needs ${missing.join(', ')}, which is not there.` };
}

function fill(value: unknown, valueOf: (from: string, steps: string) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => fill(item, valueOf));
  if (isObject(value)) {
    const entries = Object.entries(value).map(([key, inner]) => [key, fill(inner, valueOf)]);
    return Object.fromEntries(entries);
  }
  if (typeof value !== 'string') return value;
  const [match] = value.matchAll(PLACE);
  // What is nothing else becomes the value itself, with its type.
  if (match?.[0] === value) return valueOf(match[1] ?? '', match[2] ?? '');
  return value.replace(PLACE, (_text, from: string, steps: string) => String(valueOf(from, steps)));
}

function fieldOf(value: unknown, step: string): unknown {
  if (Array.isArray(value)) return value[Number(step)];
  return isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
}
