import { readCollected, type CollectedResult } from '../../src/foundation/collected-results.js';
import { isObject, type JsonObject } from '../../src/foundation/json.js';
import { withoutNotes } from '../../src/foundation/user-notes.js';
import type { LlmMessage } from '../../src/llm/types.js';
import { objectOf, textOf } from './answers/words.js';

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

/** Reads the messages into turns; a tool result without a call, or a call without a result, is left out. */
export function readTranscript(messages: readonly LlmMessage[]): Transcript {
  const turns: { user: string; assistant: string; exchanges: Exchange[] }[] = [];
  const open = new Map<string, { exchanges: Exchange[]; arguments: JsonObject }>();
  for (const [at, message] of messages.entries()) {
    const turn = turns.at(-1);
    // Results that another model collected, and after them only the wish to answer from them.
    const collected = message.role === 'assistant' ? readCollected(message.content) : undefined;
    if (collected !== undefined && at === messages.length - 2) {
      turn?.exchanges.push(...collected.map(toExchange));
      break;
    }
    if (message.role === 'user') {
      turns.push({ user: withoutNotes(message.content), assistant: '', exchanges: [] });
    } else if (message.role === 'assistant' && turn !== undefined) {
      turn.assistant = [turn.assistant, message.content].filter(Boolean).join('\n');
      for (const call of message.toolCalls ?? [])
        open.set(call.id, { exchanges: turn.exchanges, arguments: call.arguments });
    } else if (message.role === 'tool') {
      const call = open.get(message.toolCallId);
      call?.exchanges.push(toExchange({ ...message, arguments: call.arguments }));
    }
  }
  const now = turns.pop();
  return { request: now?.user ?? '', exchanges: now?.exchanges ?? [], earlier: turns };
}

function toExchange({ name, arguments: args, isError, content }: CollectedResult): Exchange {
  return { name, arguments: args, isError, data: parse(content) };
}

function parse(content: string): unknown {
  try {
    return JSON.parse(content) as unknown;
  } catch {
    return content;
  }
}

/** What a failed exchange says of its failure. */
export function errorOf({ data }: Exchange): string {
  const body = objectOf(objectOf(data)['error']);
  return textOf(body['message']) || textOf(data) || 'the tool gave no reason';
}

/** Some servers wrap a result as `{result: …}`; the plan sees what is inside. */
export function unwrapped(data: unknown): unknown {
  const only = isObject(data) && Object.keys(data).length === 1 ? data['result'] : undefined;
  return only ?? data;
}
