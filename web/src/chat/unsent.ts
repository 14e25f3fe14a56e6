import { useState } from 'react';

const PREFIX = 'sextant.unsent.';

/** Of a chat that has no address yet: there is one such box in a tab. */
const NEW = 'new';

/**
 * The text in the box of a conversation. It is kept for this tab until it is sent or emptied, over
 * reloads and other views; `undefined` names a conversation that is new.
 */
export function useUnsent(conversationId: string | undefined) {
  const key = PREFIX + (conversationId ?? NEW);
  const [text, setText] = useState(() => read(key));
  const write = (next: string) => {
    setText(next);
    keep(key, next);
  };
  return { text, setText: write };
}

/** Drops the text of a conversation that is deleted. */
export function forgetUnsent(conversationId: string): void {
  keep(PREFIX + conversationId, '');
}

function read(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

function keep(key: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    // Full or forbidden: the text is in the box, and lost by a reload.
  }
}
