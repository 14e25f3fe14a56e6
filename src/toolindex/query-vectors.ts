import { createHash } from 'node:crypto';
import { RecentMap } from '../foundation/recent-map.js';
import { cancelled, throwIfCancelled } from './bounded-work.js';
import { embedAll } from './document-vectors.js';
import type { Embedder } from './embedder.js';

/** A part of what is searched for; the message itself weighs 1, what was said before it less. */
export interface WeightedText {
  text: string;
  weight: number;
}

/** What is searched for: one text, or a message among the turns before it, oldest first. */
export type SearchText = string | readonly WeightedText[];

export function weightedTexts(search: SearchText): readonly WeightedText[] {
  if (typeof search !== 'string' && search.length > 0) return search;
  return [{ text: typeof search === 'string' ? search : '', weight: 1 }];
}

/** 3 MB of the local embedder's; a follow-up asks for the texts of the questions before it again, and words come up in many. */
const KEPT = 2_000;

/** One call of the embedder that is under way, and how many still wait for it. */
interface Flight {
  vectors: Promise<Float32Array[]>;
  controller: AbortController;
  waiting: number;
}

/** The query vectors of one embedder, by hashes and in memory: what was asked for lately, or is being asked for, is not embedded again. */
export class QueryVectors {
  private known = recent();
  private dimensions = 0;
  private readonly flights = new Map<string, { flight: Flight; position: number }>();

  constructor(private readonly embedder: Embedder) {}

  /** One vector per text; rejects as the embedder does, and with `cancelled` when the signal fires. */
  async of(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]> {
    throwIfCancelled(signal);
    const keys = texts.map(keyOf);
    const found = keys.map((key) => this.take(key));
    const missing = new Map<string, string>();
    for (const [i, key] of keys.entries())
      if (found[i] === undefined && !this.flights.has(key)) missing.set(key, texts[i] as string);
    if (missing.size > 0) this.start(missing);
    return Promise.all(keys.map(async (key, i) => found[i] ?? this.arrival(key, signal)));
  }

  /** A kept vector; it counts as used. */
  private take(key: string): Float32Array | undefined {
    const vector = this.known.get(key);
    if (vector !== undefined) this.known.set(key, vector);
    return vector;
  }

  private start(texts: ReadonlyMap<string, string>): void {
    const controller = new AbortController();
    const options = { kind: 'query', signal: controller.signal } as const;
    const vectors = embedAll([...texts.values()], this.embedder, options);
    const flight: Flight = { vectors, controller, waiting: 0 };
    const keys = [...texts.keys()];
    keys.forEach((key, position) => this.flights.set(key, { flight, position }));
    const land = (arrived: readonly Float32Array[]): void => {
      this.forget(flight);
      arrived.forEach((vector, i) => this.keep(keys[i] as string, vector));
    };
    // Those who wait get the failure; here only the flight ends.
    void vectors.then(land, () => land([]));
  }

  private keep(key: string, vector: Float32Array): void {
    // Another dimension is another model behind the same name: nothing kept fits any more.
    if (vector.length !== this.dimensions) this.known = recent();
    this.dimensions = vector.length;
    this.known.set(key, vector);
  }

  /** The vector of a flight under way; the last who gives up waiting calls it off. */
  private async arrival(key: string, signal: AbortSignal | undefined): Promise<Float32Array> {
    const { flight, position } = this.flights.get(key)!;
    flight.waiting += 1;
    let leave: () => void = () => undefined;
    const left = new Promise<never>((_, reject) => {
      leave = () => {
        flight.waiting -= 1;
        // With the reason: that its time is up says something of the embedder, a caller who left does not.
        if (flight.waiting === 0) {
          this.forget(flight);
          flight.controller.abort(signal?.reason);
        }
        reject(cancelled());
      };
    });
    signal?.addEventListener('abort', leave, { once: true });
    try {
      const vectors = await Promise.race([flight.vectors, left]);
      return vectors[position] as Float32Array;
    } finally {
      signal?.removeEventListener('abort', leave);
    }
  }

  private forget(flight: Flight): void {
    for (const [key, entry] of this.flights) if (entry.flight === flight) this.flights.delete(key);
  }
}

function recent(): RecentMap<Float32Array> {
  return new RecentMap(KEPT);
}

export function keyOf(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
