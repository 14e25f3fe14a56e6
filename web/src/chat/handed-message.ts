let handed: string | undefined;

/**
 * Leaves a message to the next new conversation, which sends it at once. It goes through memory, not the
 * address: a link must never send anything.
 */
export function handMessage(message: string): void {
  handed = message;
}

/** The message that was left, once. */
export function takeHandedMessage(): string | undefined {
  const message = handed;
  handed = undefined;
  return message;
}
