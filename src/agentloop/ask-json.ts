import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { addUniqueItems } from '../agenttools/arguments.js';
import { AppError } from '../foundation/errors.js';
import type { JsonObject } from '../foundation/json.js';
import type { LlmMessage, LlmProvider, Usage } from '../llm/types.js';
import { ModelFailure, readText } from './ask-model.js';

/** What a question needs beside its words. */
export interface AskCall {
  signal: AbortSignal;
  /** Counts the tokens of a model call. */
  spend(usage: Usage): void;
}

/** What a model is asked, and what its answer must look like. */
export interface JsonQuestion<T> {
  system: string;
  /** What to do, then the material. */
  prompt: string;
  schema: JsonObject;
  /** A last look at an answer that fits the schema: what is wrong with it, or nothing. */
  complaint?: (value: T) => string | undefined;
  /** What the model is told of an answer that did not fit; gets the reason. */
  correction: (reason: string) => string;
}

/** An answer that fits, or why neither try brought one. */
export type JsonAnswer<T> = { value: T } | { reason: string };

/** Room for a report; a model that thinks aloud needs more than its JSON. */
const MAX_TOKENS = 8_000;
const TRIES = 2;

const ajv = new Ajv2020({ allErrors: true, strict: false });
addUniqueItems(ajv);
const compiled = new WeakMap<JsonObject, ValidateFunction>();

/**
 * Asks a model for JSON: an answer that is none, or does not fit, is corrected once. Rejects with an
 * `AppError`: `model_unavailable` for what may pass, `model_error` for what will not, `cancelled`.
 */
export async function askJson<T>(
  model: LlmProvider,
  question: JsonQuestion<T>,
  call: AskCall,
): Promise<JsonAnswer<T>> {
  const messages: LlmMessage[] = [{ role: 'user', content: question.prompt }];
  let reason = '';
  for (let tried = 0; tried < TRIES; tried += 1) {
    const text = await askText(model, { system: question.system, messages }, call);
    const read = readAnswer(text, question);
    if ('value' in read) return read;
    reason = read.reason;
    messages.push(
      { role: 'assistant', content: text === '' ? '{}' : text },
      { role: 'user', content: question.correction(reason) },
    );
  }
  return { reason };
}

async function askText(
  model: LlmProvider,
  { system, messages }: { system: string; messages: readonly LlmMessage[] },
  call: AskCall,
): Promise<string> {
  const request = { system, messages: [...messages], tools: [], maxTokens: MAX_TOKENS };
  const stream = model.streamChat(request, call.signal);
  let text = '';
  try {
    for await (const piece of readText(stream, (usage) => call.spend(usage))) text += piece;
  } catch (error) {
    throw toAppError(error);
  }
  return text;
}

function toAppError(error: unknown): unknown {
  if (!(error instanceof ModelFailure)) return error;
  const passes = error.code === 'model_error' && error.retryable;
  return new AppError(passes ? 'model_unavailable' : error.code, error.message, [], {
    cause: error,
  });
}

function readAnswer<T>(text: string, { schema, complaint }: JsonQuestion<T>): JsonAnswer<T> {
  const parsed = parseObject(text);
  if (parsed === undefined) return { reason: 'the answer holds no JSON object' };
  const validate = compiled.get(schema) ?? ajv.compile(schema);
  compiled.set(schema, validate);
  if (!validate(parsed)) return { reason: ajv.errorsText(validate.errors).slice(0, 500) };
  const value = parsed as T;
  const wrong = complaint?.(value);
  return wrong === undefined ? { value } : { reason: wrong };
}

/** The JSON object in an answer; models like to put it in a fence, or between words. */
function parseObject(text: string): unknown {
  const from = text.indexOf('{');
  const to = text.lastIndexOf('}');
  if (from < 0 || to <= from) return undefined;
  try {
    return JSON.parse(text.slice(from, to + 1));
  } catch {
    return undefined;
  }
}
