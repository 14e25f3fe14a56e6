/** What starts the call of a change that was asked for without a chat, and of what undoes such a one. */
const WITHOUT_CHAT = ['asked_', 'undo_asked_'];

/** Whether a change was proposed in a chat: one that was asked for in the library has none. */
export function hasChat({ tool_use_id: call }: { tool_use_id: string }): boolean {
  return !WITHOUT_CHAT.some((start) => call.startsWith(start));
}
