import type { ReactNode } from 'react';
import { handMessage } from '../chat/handed-message.js';
import { navigate } from '../shell/route.js';
import { t } from '../texts/core.js';

/** Opens a chat and sends a message there: what it changes is a preview like any other. */
export function askInChat(chat: string, message: string): void {
  handMessage(message);
  navigate(chat);
}

/** A button that asks for a change in a new chat. */
export function AskButton({
  chat,
  message,
  name,
  children,
}: {
  /** The address of a new chat with the thing open. */
  chat: string;
  message: string;
  /** What it is done to. */
  name: string;
  children: string;
}) {
  const label: ReactNode = children;
  return (
    <button
      type="button"
      className="button"
      aria-label={`${children}: ${name}`}
      title={t('Opens a chat with a preview; nothing is saved until you accept it')}
      onClick={() => askInChat(chat, message)}
    >
      {label}
    </button>
  );
}
