import type { EventData } from '../../agentloop/events.js';

const MAX_NAMED = 3;

/** What a client is told of a form that it cannot draw: what fits, and where it is filled in. */
export function formSentence(
  { operations }: EventData['operation_form'],
  conversationId: string,
  pageUrl = '',
): string {
  const titles = operations.slice(0, MAX_NAMED).map(({ title }) => `“${title}”`);
  const more = operations.length > MAX_NAMED ? ', …' : '';
  return `What fits: ${titles.join(', ')}${more}. Fill it in here: ${pageUrl}/#/chat/${conversationId}`;
}
