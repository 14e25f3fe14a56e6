import type { UIMessage } from 'ai';

const KEY = 'chat';

/** The chat of this tab: its id and messages survive a reload. A real page keeps them at its own server. */
export function keptChat(): { id: string; messages: UIMessage[] } {
  const text = sessionStorage.getItem(KEY);
  if (text === null) return { id: crypto.randomUUID(), messages: [] };
  const chat = JSON.parse(text) as { id: string; messages: UIMessage[] };
  // An answer that was cut off is read again from its start.
  const isWhole = (chat.messages.at(-1)?.metadata as { turns?: number } | undefined)?.turns;
  const isCut = chat.messages.at(-1)?.role === 'assistant' && isWhole === undefined;
  return isCut ? { ...chat, messages: chat.messages.slice(0, -1) } : chat;
}

/** Keeps it as it is now. */
export function keepChat(id: string, messages: UIMessage[]): void {
  sessionStorage.setItem(KEY, JSON.stringify({ id, messages }));
}
