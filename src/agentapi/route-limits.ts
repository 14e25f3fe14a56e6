import type { ChatLimits } from './chat-limits.js';
import type { SseOptions } from './sse-writer.js';

/** The limits the chat's routes keep. */
export interface RouteLimits {
  chat: ChatLimits;
  sse: SseOptions;
}

/** Under this the routes find their {@link RouteLimits}. */
export const ROUTE_LIMITS = Symbol('ROUTE_LIMITS');
