import {
  ProtocolError,
  SdkError,
  SdkErrorCode,
  specTypeSchemas,
  type InputRequests,
} from '@modelcontextprotocol/client';
import { setTimeout as wait } from 'node:timers/promises';
import { messageOf } from '../../../../foundation/errors.js';
import { isObject, type JsonObject, asObject } from '../../../../foundation/json.js';

/** The extension by which a server answers a call with a task that is asked after until it has ended. */
export const TASKS = 'io.modelcontextprotocol/tasks';

export interface TaskLine {
  /** Ends the call, and with it the task. */
  signal: AbortSignal;
  request(method: string, params: JsonObject, signal?: AbortSignal): Promise<JsonObject>;
  /** The server has said that it still works, and perhaps on what. */
  working(message: string | undefined): void;
  answer(requests: InputRequests): Promise<JsonObject>;
  isOpen(): boolean;
}

const POLL_MS = 1_000;
const MIN_POLL_MS = 100;
const MAX_POLL_MS = 10_000;
const MAX_ID = 1_000;
const CANCEL_MS = 5_000;

/** Rejects never as a refusal: the server has begun to work, so what it did is not known. */
export async function resultOfTask(created: JsonObject, line: TaskLine): Promise<JsonObject> {
  const { taskId } = created;
  if (typeof taskId !== 'string' || taskId.length > MAX_ID) throw lost('its task has no id');
  const asked = new Set<string>();
  let everyMs = pollMs(created);
  try {
    for (;;) {
      await wait(everyMs, undefined, { signal: line.signal });
      const task = await stateOf(taskId, line);
      if (task === undefined) continue;
      everyMs = pollMs(task);
      const { status, statusMessage, error, result } = task;
      const told = statusMessage ?? (isObject(error) ? error['message'] : undefined);
      const said = typeof told === 'string' ? told : undefined;
      if (status === 'completed') return checked(result);
      if (status === 'failed') throw lost(`its task failed: ${said ?? 'it does not say why'}`);
      if (status === 'cancelled') throw lost(`its task was cancelled there: ${said ?? ''}`);
      line.working(said);
      if (status === 'input_required') await answerNew(task, taskId, asked, line);
    }
  } catch (error) {
    if (!line.signal.aborted) throw error;
    line.request('tasks/cancel', { taskId }, AbortSignal.timeout(CANCEL_MS)).catch(() => {});
    throw new SdkError(SdkErrorCode.RequestTimeout, 'the time of the call is over');
  }
}

/** Undefined where nothing came back: it is asked again, until the time of the call is over. */
async function stateOf(taskId: string, line: TaskLine): Promise<JsonObject | undefined> {
  try {
    return await line.request('tasks/get', { taskId });
  } catch (error) {
    if (error instanceof ProtocolError || !line.isOpen())
      throw lost(`its task cannot be asked after: ${messageOf(error)}`);
    return undefined;
  }
}

/** Each request is put to the user once, however often it is listed. */
async function answerNew(
  { inputRequests }: JsonObject,
  taskId: string,
  asked: Set<string>,
  line: TaskLine,
): Promise<void> {
  const listed = Object.entries(asObject(inputRequests));
  const news = listed.filter(([key, request]) => !asked.has(key) && isObject(request));
  if (news.length === 0) return;
  for (const [key] of news) asked.add(key);
  const inputResponses = await line.answer(Object.fromEntries(news) as InputRequests);
  await line.request('tasks/update', { taskId, inputResponses }).catch((error: unknown) => {
    throw lost(`its task took no answer: ${messageOf(error)}`);
  });
}

function checked(result: unknown): JsonObject {
  const { issues } = specTypeSchemas.CallToolResult['~standard'].validate(result);
  if (issues === undefined) return result as JsonObject;
  throw lost(`its task ended with no result of a call: ${issues[0]?.message ?? ''}`);
}

function pollMs({ pollIntervalMs }: JsonObject): number {
  const asked = typeof pollIntervalMs === 'number' ? pollIntervalMs : POLL_MS;
  return Math.min(Math.max(asked, MIN_POLL_MS), MAX_POLL_MS);
}

function lost(why: string): SdkError {
  return new SdkError(SdkErrorCode.InvalidResult, why);
}
