import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { defined } from '../foundation/defined.js';
import { AppError } from '../foundation/errors.js';
import { newId } from '../foundation/ids.js';
import type {
  FinishReason,
  LlmEvent,
  LlmMessage,
  OperationForm,
  LlmCall,
  Usage,
  LlmProvider,
} from '../llm/types.js';
import { boundArguments, callsIn } from '../llm/wire/tool-calls.js';
import { addUniqueItems } from '../agenttools/arguments.js';
import type { JsonObject } from '../foundation/json.js';
import type { ActiveTools } from './active-tools.js';
import { modelFor } from './agent.js';
import type { AgentEvent } from './events.js';
import type { FirstCall, RunState } from './run.js';

export class ModelFailure extends AppError {
  constructor(
    code: 'model_error' | 'model_unavailable' | 'cancelled',
    message: string,
    readonly retryable: boolean,
  ) {
    super(code, message);
  }
}

export interface Answer {
  text: string;
  calls: LlmCall[];
  finishReason: FinishReason;
  form?: OperationForm;
}

/** The next answer of the run's model to what its messages hold. */
export function askModel(run: RunState, system: string): Promise<Answer> {
  const { request, deps, activeTools, messages, signal } = run;
  const { policy } = request.agent;
  const asked = {
    system,
    messages,
    tools: activeTools.specs(),
    shortlist: activeTools.shortlist(),
    unmetWords: activeTools.unmetWords,
    maxTokens: policy.maxTokens,
  };
  const stream = modelFor('tools', policy, deps.models).streamChat(asked, signal);
  return readAnswer(stream, run, new Set(callsIn(messages).map(({ id }) => id)));
}

export async function firstAnswer(
  { name, arguments: input }: FirstCall,
  { emit, activeTools }: RunState,
): Promise<Answer> {
  const call = { id: `call_${newId()}`, name, arguments: input };
  await emit(callStart(call, activeTools));
  return { text: '', calls: [call], finishReason: 'tool_calls' };
}

export function callStart(
  { id, name, arguments: input }: LlmCall,
  activeTools: Pick<ActiveTools, 'find'>,
): AgentEvent {
  const title = activeTools.find(name)?.tool.title;
  return { type: 'tool_call_start', data: { tool_use_id: id, name, ...defined({ title }), input } };
}

/** Passes text and thinking on as the hooks let them and collects the calls; throws a provider's final error. */
export async function readAnswer(
  stream: AsyncIterable<LlmEvent>,
  {
    hooks,
    budget,
    emit,
    activeTools,
  }: Pick<RunState, 'hooks' | 'budget' | 'emit'> & { activeTools: Pick<ActiveTools, 'find'> },
  usedIds: Set<string>,
): Promise<Answer> {
  const answer: Answer = { text: '', calls: [], finishReason: 'other' };
  const { maxArgumentChars } = budget.limits;
  for await (const event of stream) {
    switch (event.type) {
      case 'text':
        answer.text += event.text;
        for (const shown of hooks.text(event.text)) {
          // Most are taken at once: no promise for each piece of an answer.
          const taken = emit(shown);
          if (taken !== undefined) await taken;
        }
        break;
      case 'tool_call': {
        const call = usableCall(boundArguments(event.call, maxArgumentChars), usedIds);
        answer.calls.push(call);
        await emit(callStart(call, activeTools));
        break;
      }
      case 'thinking': {
        const text = budget.showThinking(event.text);
        if (text === '') break;
        for (const shown of hooks.thinking(text)) await emit(shown);
        break;
      }
      case 'form':
        answer.form = event.form;
        break;
      case 'done':
        answer.finishReason = event.finishReason;
        budget.spend(event.usage);
        break;
      case 'error':
        throw new ModelFailure(event.code, event.message, event.retryable);
    }
  }
  for (const shown of hooks.endOfText()) await emit(shown);
  return answer;
}

/** The pieces of an answer without calls, and why it ended; a provider's final error becomes a thrown one. */
export async function* readText(
  stream: AsyncIterable<LlmEvent>,
  spend: (usage: Usage) => void,
): AsyncGenerator<string, FinishReason> {
  let finishReason: FinishReason = 'other';
  for await (const event of stream) {
    if (event.type === 'text') yield event.text;
    if (event.type === 'error') throw new ModelFailure(event.code, event.message, event.retryable);
    if (event.type !== 'done') continue;
    finishReason = event.finishReason;
    spend(event.usage);
  }
  return finishReason;
}

const MAX_NAME = 64;

/** An id that every part of the server can carry: the database keys calls by it, and changes or refuses others. */
const USABLE_ID = /^[\x21-\x7e]{1,256}$/;

/** Results are matched by id, and some servers repeat or leave out ids: each call of a conversation gets its own. */
function usableCall(call: LlmCall, usedIds: Set<string>): LlmCall {
  // Models invent names such as `functions.look`, and an API refuses every conversation with such a name.
  const name = String(call.name ?? '').replaceAll(/[^\w-]/g, '_');
  const isUsable = USABLE_ID.test(call.id) && !usedIds.has(call.id);
  const id = isUsable ? call.id : `call_${newId()}`;
  usedIds.add(id);
  return { ...call, id, name: name.slice(0, MAX_NAME) || 'unnamed' };
}

export interface AskCall {
  signal: AbortSignal;
  spend(usage: Usage): void;
}

interface JsonQuestion<T> {
  system: string;
  prompt: string;
  schema: JsonObject;
  /** A last look at an answer that fits the schema: what is wrong with it, or nothing. */
  complaint?: (value: T) => string | undefined;
  correction: (reason: string) => string;
}

type JsonAnswer<T> = { value: T } | { reason: string };

/** Room for a report; a model that thinks aloud needs more than its JSON. */
const MAX_TOKENS = 8_000;
const TRIES = 2;

const ajv = new Ajv2020({ allErrors: true, strict: false });
addUniqueItems(ajv);
const compiled = new WeakMap<JsonObject, ValidateFunction>();

/** Asks for JSON and corrects once. Rejects with `model_unavailable` for what may pass, `model_error`, `cancelled`. */
export async function askJson<T>(
  model: LlmProvider,
  question: JsonQuestion<T>,
  call: AskCall,
): Promise<JsonAnswer<T>> {
  const messages: LlmMessage[] = [{ role: 'user', content: question.prompt }];
  let reason = '';
  for (let tried = 0; tried < TRIES; tried += 1) {
    const text = await askText(model, { system: question.system, messages }, call);
    const read = readJsonAnswer(text, question);
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
    if (!(error instanceof ModelFailure)) throw error;
    const code = error.code === 'model_error' && error.retryable ? 'model_unavailable' : error.code;
    throw new AppError(code, error.message, [], { cause: error });
  }
  return text;
}

function readJsonAnswer<T>(text: string, { schema, complaint }: JsonQuestion<T>): JsonAnswer<T> {
  const parsed = parseObject(text);
  if (parsed === undefined) return { reason: 'the answer holds no JSON object' };
  const validate = compiled.get(schema) ?? ajv.compile(schema);
  compiled.set(schema, validate);
  if (!validate(parsed)) return { reason: ajv.errorsText(validate.errors).slice(0, 500) };
  const value = parsed as T;
  const wrong = complaint?.(value);
  return wrong === undefined ? { value } : { reason: wrong };
}

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
