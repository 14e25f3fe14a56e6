import { firstChars } from '../foundation/text.js';
import { type ExactNumber, hasDouble, isNumber, isWhole } from '../foundation/exact-number.js';
import { withDoubles, writeJson } from '../foundation/exact-json.js';
import {
  AppError,
  invalidArguments,
  messageOf,
  toErrorBody,
  toolFailed,
} from '../foundation/errors.js';
import { defined } from '../foundation/defined.js';
import { isObject, ownValue, type JsonObject, asObject } from '../foundation/json.js';
import type { Logger } from '../foundation/logger.js';
import type { LlmCall } from '../llm/types.js';
import { visibleJson, visibleText } from '../foundation/invisible.js';
import type { CatalogEntry } from './catalog.js';
import type { Tool, ToolCall, ToolOutcome, ToolSignal } from './tool.js';

/** What became of one call: `content` goes to the model, `result` and `signals` to the user's stream. */
export interface ExecutedCall {
  call: LlmCall;
  isError: boolean;
  result: unknown;
  content: string;
  signals: readonly ToolSignal[];
  link?: string;
}

/** How long a result may be, in bytes of UTF-8: what the model reads of it, and the user's stream holds. */
export interface ResultLimits {
  content: number;
  event: number;
}

export const MAX_RESULT_BYTES = 48 * 1024;
export const MAX_EVENT_BYTES = 256 * 1024;
const DEFAULT_LIMITS: ResultLimits = { content: MAX_RESULT_BYTES, event: MAX_EVENT_BYTES };

/** How the executor finds tools: `find` and `names` see only what this turn offers. */
export interface OfferedTools {
  find(name: string): CatalogEntry | undefined;
  names(): string[];
  /** True when the tool could be offered in this context but is not now. */
  allowed(name: string): boolean;
}

/** Runs one call. Never rejects: what fails becomes an error result that tells the model how to go on. */
export async function executeCall(
  call: LlmCall,
  offered: OfferedTools,
  callOf: (tool: Tool) => ToolCall,
  logger: Logger,
  limits: ResultLimits = DEFAULT_LIMITS,
): Promise<ExecutedCall> {
  try {
    const entry = offered.find(call.name);
    if (entry === undefined) throw notOffered(call.name, offered);
    const { tool, check } = entry;
    const toolCall = { ...callOf(tool), id: call.id };
    // A run that was cancelled begins nothing more, least of all a write.
    const late = `The run was cancelled before ${call.name} began: it was not run.`;
    if (toolCall.signal.aborted) throw new AppError('cancelled', late);
    const filled = injectContextIds(tool, call.arguments, toolCall.requestContext);
    const input = tool.exactNumbers ? filled : plainNumbers(tool.name, filled);
    check(input);
    const outcome = await tool.execute(input, toolCall);
    requireDeclared(tool, outcome);
    return succeeded({ ...call, arguments: input }, outcome, limits);
  } catch (error) {
    if (!(error instanceof AppError)) {
      logger.error({ tool: call.name, err: error }, 'a tool failed unexpectedly');
    }
    return failed(call, error);
  }
}

function notOffered(name: string, offered: OfferedTools): AppError {
  const now = `Offered now: ${offered.names().join(', ')}.`;
  const unknown = `There is no tool ${name} here, so nothing was run. ${now}`;
  if (!offered.allowed(name)) return new AppError('unknown_tool', unknown);
  const message = `The tool ${name} is not offered in this turn, so nothing was run. Call find_tools with what you want to do; what it finds can be called from the next turn on. ${now}`;
  return new AppError('tool_not_offered', message);
}

/** A tool shows changes of the kind it declared, and none when it declared none: its effect decides how it is run. */
function requireDeclared(tool: Tool, { signals = [] }: ToolOutcome): void {
  for (const signal of signals) {
    if (signal.type !== 'preview') continue;
    const { proposes } = signal.by?.tool ?? tool;
    if (signal.preview.kind === proposes) continue;
    const declared = proposes === undefined ? 'no changes' : `changes of the kind ${proposes}`;
    throw toolFailed(
      `${tool.name} proposed a change of the kind ${signal.preview.kind} but declares ${declared}, so it was not shown and nothing was changed. Tell the user that this tool has to be corrected.`,
    );
  }
}

/** A decimal may be rounded; a whole number is most likely an id, and another one would be another thing. */
function plainNumbers(tool: string, input: JsonObject): JsonObject {
  const toDouble = (number: ExactNumber): number => {
    const double = Number(number);
    if (hasDouble(number.text) || (Number.isFinite(double) && !isWhole(number))) return double;
    throw invalidArguments(
      `${tool} cannot take the number ${firstChars(number.text, 60)}: it would be rounded. Send a number of at most 15 digits.`,
    );
  };
  return withDoubles(input, toDouble) as JsonObject;
}

/** Fills ids from the request's context where the model left them out or blank; whatever else it passes stands. */
export function injectContextIds(
  tool: Pick<Tool, 'contextIds'>,
  input: JsonObject,
  requestContext: JsonObject,
): JsonObject {
  const filled = { ...input };
  for (const [argument, { key }] of Object.entries(tool.contextIds ?? {})) {
    const id = requestContext[key];
    // Ids are opaque: any text that is not blank, or a number.
    const isId = isNumber(id) ? Number.isFinite(Number(id)) : typeof id === 'string';
    if (isId && !isBlank(id) && isBlank(ownValue(filled, argument))) filled[argument] = id;
  }
  return filled;
}

function isBlank(value: unknown): boolean {
  return typeof value === 'string' ? value.trim() === '' : value === undefined || value === null;
}

function succeeded(call: LlmCall, outcome: ToolOutcome, limits: ResultLimits): ExecutedCall {
  const signals = outcome.signals ?? [];
  const hasPreview = signals.some((signal) => signal.type === 'preview');
  const result = hasPreview ? previewSent(outcome.result) : outcome.result;
  const isError = outcome.isError ?? false;
  // Whole as long as it may be: a page can show rows that the model does not read.
  const whole = outcome.shown ?? result;
  const text = typeof whole === 'string' ? whole : writeJson(whole ?? null);
  const shown = Buffer.byteLength(text) <= limits.event ? whole : cut(text, limits.event);
  const content = cut(modelText(result), limits.content);
  const { link } = outcome;
  return { call, isError, result: shown, content, signals, ...defined({ link }) };
}

/** What the model gets instead of the payload: the user sees the change, the model only that it was shown. */
function previewSent(result: unknown): JsonObject {
  return {
    ...asObject(result),
    status: 'preview_sent',
    note: 'The user sees the preview and decides. Nothing is saved yet; do not repeat its content.',
  };
}

/** A result with further fields, for the model and for the stream: what is known only after the call. */
export function withFields(
  executed: ExecutedCall,
  fields: JsonObject,
  maxContentBytes: number,
): ExecutedCall {
  if (!isObject(executed.result)) return executed;
  const result = { ...executed.result, ...fields };
  return { ...executed, result, content: cut(modelText(result), maxContentBytes) };
}

/** The result of a call that failed: for the model and the user in the common error shape. */
export function failed(call: LlmCall, error: unknown): ExecutedCall {
  const unknown = () => toolFailed(`${call.name} failed: ${messageOf(error)}`);
  const result = toErrorBody(error instanceof AppError ? error : unknown());
  const content = cut(modelText(result), MAX_RESULT_BYTES);
  return { call, isError: true, result, content, signals: [] };
}

/** A text of at most `max` bytes of UTF-8, with a note when it is longer; never cut within a character. */
export function cut(text: string, max: number): string {
  const bytes = Buffer.byteLength(text);
  if (bytes <= max) return text;
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(max));
  return `${text.slice(0, read)}… [cut: ${bytes} bytes in all, ${max} can be read; ask for less]`;
}

/** A text, or compact JSON, without characters that only the model would see. */
export function modelText(result: unknown): string {
  return typeof result === 'string' ? visibleText(result) : visibleJson(result);
}
