import { asObject, type JsonObject } from '../../../src/foundation/json.js';

/** How a scripted answer ends; each API says it in its own words, or as near as it can. */
export type FakeFinish = 'stop' | 'length' | 'safety' | 'malformed_call' | 'other';

/** A refusal before the answer: the API's error body with this status. */
export interface FakeRefusal {
  status: number;
  message: string;
  /** Put into the error body as the API's own details are. */
  details?: unknown;
  headers?: Record<string, string>;
  /** A page that a proxy answers with instead of the API's error body. */
  page?: string;
}

/** One thing a scripted model does; a turn is a list of them. */
export type FakeStep =
  | { text: string }
  | { thinking: string }
  | { call: { name: string; arguments?: JsonObject; id?: string; signature?: string } }
  /** The tokens that the answer reports; `counted`: those of the request itself, by the API's prompt cache. */
  | { usage: { input: number; output: number } | 'counted' }
  | { finish: FakeFinish }
  /** Instead of an answer. */
  | { refuse: FakeRefusal }
  /** In the middle of an answer that began with 200; ends it. */
  | { error: { message: string; status?: number; type?: string } }
  /** Bytes as they are, in the place where they stand. */
  | { raw: string }
  /** Silence: for so many ms, or until the client leaves. */
  | { stall: number | true }
  /** The same before the headers; in a test also until it says so. */
  | { hold: number | true | Promise<void> }
  /** Cuts the connection. */
  | { reset: true }
  /** Ends the answer in good order, but without its closing events. */
  | { end: true };

/** How the bytes travel. */
export interface FakeDelivery {
  /** Cuts the bytes at random places into pieces of at most `max`. */
  split?: { seed: number; max: number };
  /** Waits this long between two pieces. */
  dripMs?: number;
  /** Cuts the connection after so many bytes of the body. */
  resetAfter?: number;
}

/** What `npm run fake` reads: turns in the order they are asked for, and how they travel. */
export interface FakeScript {
  turns: FakeStep[][];
  delivery?: FakeDelivery;
}

const STEPS = 'text thinking call usage finish refuse error raw stall hold reset end'.split(' ');

/** Checks a script that came from a file; throws a sentence that says where it is wrong. */
export function parseScript(value: unknown): FakeScript {
  const { turns, delivery } = Array.isArray(value) ? { turns: value } : asObject(value);
  if (!Array.isArray(turns))
    throw new Error('A script is a list of turns, or {"turns": [...], "delivery": {...}}.');
  for (const [at, turn] of turns.entries()) {
    if (!Array.isArray(turn)) throw new Error(`turns[${at}] must be a list of steps.`);
    const wrong = turn.findIndex((step) => !STEPS.includes(Object.keys(asObject(step)).join()));
    const place = `turns[${at}][${wrong}]`;
    if (wrong === -1) continue;
    throw new Error(`${place} must be an object with one of these keys: ${STEPS.join(', ')}.`);
  }
  return { turns: turns as FakeStep[][], delivery: asObject(delivery) };
}
