import { firstChars } from '../../foundation/first-chars.js';
import type { ChatLimits } from '../chat-limits.js';
import type { HistoryMessage } from '../chat.model.js';

/**
 * What a client says was said before, as far as a chat request may carry it: the newest messages with a text,
 * long ones cut. Clients of other protocols send all they have, so that too much of it is no mistake.
 */
export function clientHistory(
  messages: readonly HistoryMessage[],
  { maxHistory, maxMessage }: ChatLimits,
): HistoryMessage[] {
  const said = messages.filter(({ content }) => content.trim() !== '');
  const newest = maxHistory === 0 ? [] : said.slice(-maxHistory);
  return newest.map(({ role, content }) => ({ role, content: firstChars(content, maxMessage) }));
}
