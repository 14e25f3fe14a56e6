import type { ModelSource } from './resilient.js';
import { transformSource } from './transform-source.js';
import type { LlmMessage, LlmRequest } from './types.js';

/**
 * A source that is told of the tools which are not offered, by name: behind the question and not in the system
 * prompt or the list of tools, so that what stands before it stays the same for an API's prompt cache.
 */
export function tellShortlist(source: ModelSource): ModelSource {
  return transformSource(source, (request) => ({ request: told(request) }));
}

/** The note as it stands behind the question. */
export function shortlistNote(shortlist: string): string {
  return `[Not from the user: further tools, each offered once find_tools is asked for its exact name]\n${shortlist}`;
}

function told({ shortlist = '', ...request }: LlmRequest): LlmRequest {
  const at = request.messages.findLastIndex(({ role }) => role === 'user');
  const question = request.messages[at];
  if (shortlist === '' || question?.role !== 'user') return request;
  const content = `${question.content}\n\n${shortlistNote(shortlist)}`;
  const messages: LlmMessage[] = [...request.messages];
  messages[at] = { role: 'user', content };
  return { ...request, messages };
}
