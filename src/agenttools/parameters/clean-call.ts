import { type ErrorDetail, invalidArguments } from '../../foundation/errors.js';
import { visibleText } from '../../foundation/invisible.js';
import { isObject, jsonDepth } from '../../foundation/json.js';
import type { LlmCall } from '../../llm/types.js';

/** Deeper arguments are refused by the tool's own check. */
const MAX_DEPTH = 24;

/** A call with its texts as people see them; throws `invalid_arguments` for one that holds something malicious. */
export function cleanCall(call: LlmCall): LlmCall {
  if (jsonDepth(call.arguments, MAX_DEPTH) > MAX_DEPTH) return call;
  const details: ErrorDetail[] = [];
  const cleaned = clean(call.arguments, '', details) as LlmCall['arguments'];
  if (details.length === 0) return { ...call, arguments: cleaned };
  throw invalidArguments(
    `${call.name} was not run: ${details.map(({ message }) => message).join('; ')}.`,
    details,
  );
}

function clean(value: unknown, path: string, details: ErrorDetail[]): unknown {
  if (typeof value === 'string') {
    const visible = visibleText(value).normalize('NFC').trim();
    const [, why] = PATTERNS.find(([found]) => found.test(visible)) ?? [];
    if (why !== undefined) details.push({ path, message: `"${path}" holds ${why}` });
    return visible;
  }
  if (Array.isArray(value)) return value.map((item, at) => clean(item, `${path}[${at}]`, details));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, item]): [string, unknown] => [
    key,
    clean(item, path === '' ? key : `${path}.${key}`, details),
  ]);
  return Object.fromEntries(entries);
}

/** Refused in every text. Orders in plain words are not: a question may speak of anything. Each takes linear time. */
const PATTERNS: readonly (readonly [RegExp, string])[] = [
  [
    /<\|[a-z_]{2,30}\|>|<<\/?SYS>>|\[\/?INST\]|<\/?(?:system|assistant)(?:_prompt)?>/i,
    'markup that models take for the frame of a conversation: leave the markup out and say it in plain words',
  ],
  [
    /<\/?(?:script|iframe|object|embed)\b|\bon(?:error|load|click|mouseover)\s{0,5}=/i,
    'HTML that a browser would run: name the element without its angle brackets',
  ],
  [
    /\b(?:javascript|vbscript):|data:text\/html/i,
    'an address that a browser would run: use an http or https address, or none',
  ],
];
