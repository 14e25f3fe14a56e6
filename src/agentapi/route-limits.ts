import type { ChatLimits } from './chat-limits.js';
import type { SseOptions } from './sse-writer.js';

export interface RouteLimits {
  chat: ChatLimits;
  sse: SseOptions;
  /** Costly requests of one user at once. */
  requestsPerUser: number;
}

/** Under this the routes find their {@link RouteLimits}. */
export const ROUTE_LIMITS = Symbol('ROUTE_LIMITS');
