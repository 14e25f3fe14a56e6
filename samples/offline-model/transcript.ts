import { readCollected, type CollectedResult } from '../../src/foundation/collected-results.js';
import { isObject, type JsonObject } from '../../src/foundation/json.js';
import { withoutNotes } from '../../src/foundation/user-notes.js';
import type { LlmMessage } from '../../src/llm/types.js';

/** One tool call of the conversation and what came back. `data` is parsed JSON, or the text when it is none. */
export interface Exchange {
  name: string;
  arguments: JsonObject;
  isError: boolean;
  data: unknown;
}

/** One earlier turn of the user and all that followed it until the next. */
export interface EarlierTurn {
  user: string;
  assistant: string;
  exchanges: readonly Exchange[];
}

/** The conversation as the planner needs it: what is asked now, what was done for it, what came before. */
export interface Transcript {
  request: string;
  /** Calls made since the request, by this model or by the one that searched for it, in order. */
  exchanges: readonly Exchange[];
  /** Earlier turns, oldest first. */
  earlier: readonly EarlierTurn[];
}

interface OpenTurn {
  user: string;
  assistant: string;
  exchanges: Exchange[];
}

/** Reads the messages into turns; a tool result without a call, or a call without a result, is left out. */
export function readTranscript(messages: readonly LlmMessage[]): Transcript {
  const turns: OpenTurn[] = [];
  const open = new Map<string, { turn: OpenTurn; arguments: JsonObject }>();
  for (const [at, message] of messages.entries()) {
    // Results that another model collected, and after them only the wish to answer from them.
    const collected = message.role === 'assistant' ? readCollected(message.content) : undefined;
    if (collected !== undefined && at === messages.length - 2) {
      turns.at(-1)?.exchanges.push(...collected.map(toExchange));
      break;
    }
    if (message.role === 'user') {
      turns.push({ user: withoutNotes(message.content), assistant: '', exchanges: [] });
      continue;
    }
    const turn = turns.at(-1);
    if (turn === undefined) continue;
    if (message.role === 'assistant') {
      turn.assistant = [turn.assistant, message.content].filter(Boolean).join('\n');
      for (const call of message.toolCalls ?? []) {
        open.set(call.id, { turn, arguments: call.arguments });
      }
      continue;
    }
    const call = open.get(message.toolCallId);
    if (call === undefined) continue;
    call.turn.exchanges.push({
      name: message.name,
      arguments: call.arguments,
      isError: message.isError,
      data: parse(message.content),
    });
  }
  const now = turns.pop();
  return { request: now?.user ?? '', exchanges: now?.exchanges ?? [], earlier: turns };
}

function toExchange({ content, ...call }: CollectedResult): Exchange {
  return { ...call, data: parse(content) };
}

function parse(content: string): unknown {
  try {
    return JSON.parse(content) as unknown;
  } catch {
    return content;
  }
}

/** The error of a failed exchange: its sentence, and the valid choices it names. */
export function errorOf(exchange: Exchange): { message: string; allowed: string[] } {
  const body = isObject(exchange.data) ? exchange.data['error'] : undefined;
  if (!isObject(body)) {
    const text = typeof exchange.data === 'string' ? exchange.data : 'the tool gave no reason';
    return { message: text, allowed: [] };
  }
  const details = Array.isArray(body['details']) ? body['details'].filter(isObject) : [];
  const allowed = details.flatMap((detail) =>
    Array.isArray(detail['allowed']) ? detail['allowed'].map(String) : [],
  );
  const message = typeof body['message'] === 'string' ? body['message'] : 'the tool gave no reason';
  return { message, allowed };
}

/** Some servers wrap a result as `{result: …}`; the plan sees what is inside. */
export function unwrapped(data: unknown): unknown {
  const only = isObject(data) && Object.keys(data).length === 1 ? data['result'] : undefined;
  return only ?? data;
}
