import { AppError, type ErrorDetail } from '../foundation/errors.js';

/** How much one chat request may say. */
export interface ChatLimits {
  /** The longest message, sent or in the history, in characters. */
  maxMessage: number;
  /** The most earlier messages a request may carry. */
  maxHistory: number;
}

/** The part of a request that may be long. */
interface Said {
  message: string;
  history?: readonly { content: string }[];
}

/** The limits of a chat request where nothing else is configured. */
export const defaultChatLimits: ChatLimits = { maxMessage: 32_000, maxHistory: 200 };

/** Rejects with `invalid_request` what is longer than `limits` allow, naming each place. */
export function checkChatLimits(body: Said, limits: ChatLimits): void {
  const details = [...tooLong(body, limits), ...tooMany(body, limits)];
  if (details.length === 0) return;
  const sentence = details.map(({ message }) => message).join('; ');
  throw new AppError('invalid_request', `The request is too long: ${sentence}.`, details);
}

function tooLong({ message, history }: Said, { maxMessage }: ChatLimits): ErrorDetail[] {
  const texts = [
    { path: 'message', text: message },
    ...(history ?? []).map(({ content }, at) => ({
      path: `history[${at}].content`,
      text: content,
    })),
  ];
  return texts
    .filter(({ text }) => text.length > maxMessage)
    .map(({ path, text }) => ({
      path,
      message: `${path} must be at most ${maxMessage} characters and has ${text.length}`,
    }));
}

function tooMany({ history }: Said, { maxHistory }: ChatLimits): ErrorDetail[] {
  const count = history?.length ?? 0;
  if (count <= maxHistory) return [];
  const message = `history must hold at most ${maxHistory} messages and holds ${count}: send the newest`;
  return [{ path: 'history', message }];
}
