import type { JsonObject } from '../../../foundation/json.js';

/** Where a service is and what it knows us by. */
export interface OutsideService {
  /** Without a last slash. */
  baseUrl: string;
  apiKey?: string;
}

/** What a service found: the best first, in wire names, as a tool answers it. */
export interface Findings {
  /** How many there are in all, where the service says so. */
  total?: number;
  items: readonly JsonObject[];
  /** Asks for the next part, where a service has one. */
  nextMark?: string;
}

/** Asks one service. Rejects with an `AppError` that holds no key: `tool_failed`, or `cancelled`. */
export type OutsideSource<Question> = (
  question: Question,
  signal: AbortSignal,
) => Promise<Findings>;
