import { AppError, type ErrorDetail } from '../../foundation/errors.js';
import { visibleText } from '../../foundation/invisible.js';
import { isObject, jsonDepth } from '../../foundation/json.js';
import type { ToolCall } from '../../llm/types.js';
import { maliciousIn } from './malicious.js';

/** Deeper arguments are refused by the tool's own check. */
const MAX_DEPTH = 24;

/**
 * A call with its texts as people see them: without invisible and control characters and the spaces
 * around. Throws `invalid_arguments`, with the reason and what to write instead, for a text that holds
 * something malicious. Types and lengths are checked after it, by the tool's schema.
 */
export function cleanCall(call: ToolCall): ToolCall {
  if (jsonDepth(call.arguments, MAX_DEPTH) > MAX_DEPTH) return call;
  const details: ErrorDetail[] = [];
  const cleaned = clean(call.arguments, '', details) as ToolCall['arguments'];
  if (details.length === 0) return { ...call, arguments: cleaned };
  throw new AppError(
    'invalid_arguments',
    `${call.name} was not run: ${details.map(({ message }) => message).join('; ')}.`,
    details,
  );
}

function clean(value: unknown, path: string, details: ErrorDetail[]): unknown {
  if (typeof value === 'string') return cleanText(value, path, details);
  if (Array.isArray(value)) return value.map((item, at) => clean(item, `${path}[${at}]`, details));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, item]): [string, unknown] => [
    key,
    clean(item, path === '' ? key : `${path}.${key}`, details),
  ]);
  return Object.fromEntries(entries);
}

function cleanText(text: string, path: string, details: ErrorDetail[]): string {
  const visible = visibleText(text).normalize('NFC').trim();
  const bad = maliciousIn(visible);
  if (bad !== undefined)
    details.push({ path, message: `"${path}" ${bad.reason}: ${bad.guidance}` });
  return visible;
}
