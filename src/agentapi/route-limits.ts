import { type ErrorDetail, invalidRequest } from '../foundation/errors.js';
import type { SseOptions } from './sse-writer.js';

export interface RouteLimits {
  chat: ChatLimits;
  sse: SseOptions;
  requestsPerUser: number;
}

export const ROUTE_LIMITS = Symbol('ROUTE_LIMITS');

export interface ChatLimits {
  maxMessage: number;
  maxHistory: number;
}

interface MessageContent {
  message: string;
  /** Clients write null for what they leave out. */
  history?: readonly { content: string }[] | null;
}

export const defaultChatLimits: ChatLimits = { maxMessage: 32_000, maxHistory: 200 };

/** Rejects with `invalid_request` what is longer than `limits` allow, naming each place. */
export function checkChatLimits({ message, history }: MessageContent, limits: ChatLimits): void {
  const said = history ?? [];
  const earlier = said.map(({ content }, at) => ({
    path: `history[${at}].content`,
    text: content,
  }));
  refuse([
    ...tooLong([{ path: 'message', text: message }, ...earlier], limits.maxMessage),
    ...tooMany('history', said, limits.maxHistory),
  ]);
}

/** The same for a conversation as one list whose last message is the one to answer. */
export function checkConversationLimits(
  messages: readonly { content: string }[],
  { maxMessage, maxHistory }: ChatLimits,
): void {
  const texts = messages.map(({ content }, at) => ({
    path: `messages[${at}].content`,
    text: content,
  }));
  refuse([...tooLong(texts, maxMessage), ...tooMany('messages', messages, maxHistory + 1)]);
}

function refuse(details: readonly ErrorDetail[]): void {
  if (details.length === 0) return;
  const sentence = details.map(({ message }) => message).join('; ');
  throw invalidRequest(`The request is too long: ${sentence}.`, details);
}

function tooLong(texts: readonly { path: string; text: string }[], max: number): ErrorDetail[] {
  return texts
    .filter(({ text }) => text.length > max)
    .map(({ path, text }) => ({
      path,
      message: `${path} must be at most ${max} characters and has ${text.length}`,
    }));
}

function tooMany(path: string, list: readonly unknown[], max: number): ErrorDetail[] {
  if (list.length <= max) return [];
  const message = `${path} must hold at most ${max} messages and holds ${list.length}: send the newest`;
  return [{ path, message }];
}
