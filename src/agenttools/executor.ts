import { AppError, messageOf, toErrorBody } from '../foundation/errors.js';
import { isUuid } from '../foundation/ids.js';
import { isObject, type JsonObject } from '../foundation/json.js';
import type { Logger } from '../foundation/logger.js';
import type { ToolCall } from '../llm/types.js';
import type { CatalogEntry } from './catalog.js';
import type { Tool, ToolContext, ToolOutcome, ToolSignal } from './tool.js';

/** What became of one call: `content` goes to the model, `result` and `signals` to the user's stream. */
export interface ExecutedCall {
  call: ToolCall;
  isError: boolean;
  result: unknown;
  content: string;
  signals: readonly ToolSignal[];
}

/** How the executor finds tools: `find` sees only what this turn offers, `exists` the whole context. */
export interface OfferedTools {
  find(name: string): CatalogEntry | undefined;
  names(): string[];
  /** True when the tool could be offered in this context but is not now. */
  allowed(name: string): boolean;
}

/**
 * Runs one call: offered? → context ids → argument check → execute → one shape of error. Never
 * rejects: whatever fails becomes an error result that tells the model how to go on.
 */
export async function executeCall(
  call: ToolCall,
  offered: OfferedTools,
  context: ToolContext,
  logger: Logger,
): Promise<ExecutedCall> {
  try {
    if (context.signal.aborted) throw cancelled(call.name);
    const entry = offered.find(call.name);
    if (entry === undefined) throw notOffered(call.name, offered);
    const input = injectContextIds(entry.tool, call.arguments, context.requestContext);
    entry.check(input);
    const outcome = await entry.tool.execute(input, context);
    return succeeded({ ...call, arguments: input }, outcome);
  } catch (error) {
    if (!(error instanceof AppError)) {
      logger.error({ tool: call.name, err: error }, 'a tool failed unexpectedly');
    }
    return failed(call, error);
  }
}

/** A run that was cancelled begins nothing more, least of all a write. */
function cancelled(name: string): AppError {
  return new AppError('cancelled', `The run was cancelled before ${name} began: it was not run.`);
}

function notOffered(name: string, offered: OfferedTools): AppError {
  const names = offered.names();
  return offered.allowed(name)
    ? new AppError(
        'tool_not_offered',
        `The tool ${name} is not offered in this turn, so nothing was run. Call find_tools with what you want to do; what it finds can be called from the next turn on. Offered now: ${names.join(', ')}.`,
      )
    : new AppError(
        'unknown_tool',
        `There is no tool ${name} here, so nothing was run. Offered now: ${names.join(', ')}.`,
      );
}

/** Fills ids from the request's context where the model left them out or sent no UUID; a valid UUID stands. */
export function injectContextIds(
  tool: Pick<Tool, 'contextIds'>,
  input: JsonObject,
  requestContext: JsonObject,
): JsonObject {
  const filled = { ...input };
  for (const [argument, key] of Object.entries(tool.contextIds ?? {})) {
    const id = requestContext[key];
    if (isUuid(id) && !isUuid(filled[argument])) filled[argument] = id;
  }
  return filled;
}

function succeeded(call: ToolCall, outcome: ToolOutcome): ExecutedCall {
  const signals = outcome.signals ?? [];
  const result = signals.some((signal) => signal.type === 'preview')
    ? previewSent(outcome.result)
    : outcome.result;
  return { call, isError: outcome.isError ?? false, result, content: toContent(result), signals };
}

/** What the model gets instead of the payload: the user sees the change, the model only that it was shown. */
function previewSent(result: unknown): JsonObject {
  return {
    ...(isObject(result) ? result : {}),
    status: 'preview_sent',
    note: 'The user sees the preview and decides. Nothing is saved yet; do not repeat its content.',
  };
}

/** The result of a call that failed: for the model and the user in the common error shape. */
export function failed(call: ToolCall, error: unknown): ExecutedCall {
  const known =
    error instanceof AppError
      ? error
      : new AppError('tool_failed', `${call.name} failed: ${messageOf(error)}`);
  const result = toErrorBody(known);
  return { call, isError: true, result, content: toContent(result), signals: [] };
}

const MAX_CONTENT = 48 * 1024;

/** A result as the model reads it: compact JSON, cut with a note when it is very long. */
export function toContent(result: unknown): string {
  const text = typeof result === 'string' ? result : JSON.stringify(result ?? null);
  if (text.length <= MAX_CONTENT) return text;
  return `${cutBefore(text, MAX_CONTENT)}… [cut: ${text.length} characters in all; ask for less]`;
}

/** The first `end` characters, without half of a surrogate pair at the end. */
function cutBefore(text: string, end: number): string {
  return text.slice(0, end).replace(/[\ud800-\udbff]$/, '');
}
