import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** A message and who can answer it; a follow-up also says what was before. */
export interface RoutedRequest {
  say: string;
  /** The context types of the agents that can answer it. */
  agents: string[];
  lang: 'en' | 'de';
  /** The agent that answered before, what it was asked, and what it said. */
  after?: string;
  asked?: string;
  answered?: string;
}

/** The requests, written before there was a router. */
export const requests = readFileSync(new URL('./requests.jsonl', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as RoutedRequest);

/** The half that rules and weights are chosen on; the other half is only measured. A request's own text decides. */
export function isDevelopment({ say }: RoutedRequest): boolean {
  return (createHash('sha256').update(say).digest()[0] ?? 0) < 128;
}
