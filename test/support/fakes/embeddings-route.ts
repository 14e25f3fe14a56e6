import {
  refusal,
  json,
  type FakeApi,
  type FakeReply,
  type FakeRequest,
  type FakeRoute,
  type Wrong,
} from './fake-api.js';
import type { FakeRefusal } from './script.js';

/** What a fake embeds in one call, as it read it from the request. */
interface EmbedCall {
  model: string;
  texts: string[];
  /** How the API was told what for: a task type, a prefix, or nothing. */
  task: string;
  dimensions: number;
}

/** What goes wrong with one call instead of an honest answer. */
export type EmbedTrouble =
  | { refuse: FakeRefusal }
  /** Silence before the headers; after half of the body that, or an end of the connection. */
  | { hold: number | true }
  | { stall: true }
  | { reset: true }
  /** So many vectors more or fewer than texts; or vectors of this dimension, whatever was asked for. */
  | { extra: number }
  | { dimensions: number }
  /** A 200 with this text as its body. */
  | { raw: string };

/** One embedding API: what it refuses, and how it answers. */
interface EmbedFormat {
  path: RegExp;
  check(request: FakeRequest): Wrong;
  read(request: FakeRequest): EmbedCall;
  vector(text: string, call: EmbedCall): number[];
  render(vectors: number[][], call: EmbedCall): unknown;
}

/** The embedding route of a fake: as strict as the real one, and in trouble when a test says so. */
export class EmbedRoute implements FakeRoute {
  readonly method = 'POST';
  readonly path: RegExp;
  /** Every call that was not refused for its form, in the order they came. */
  readonly calls: EmbedCall[] = [];
  /** Each takes one call of its own; then all is well again. */
  readonly troubles: EmbedTrouble[] = [];
  /** While set, each call is in this trouble. */
  down: EmbedTrouble | undefined;

  constructor(
    private readonly api: Pick<FakeApi, 'errorBody'>,
    private readonly format: EmbedFormat,
  ) {
    this.path = format.path;
  }

  answer(request: FakeRequest): FakeReply {
    const trouble = this.down ?? this.troubles.shift();
    const isRefused = trouble !== undefined && 'refuse' in trouble;
    const wrong = isRefused ? trouble.refuse : this.format.check(request);
    if (wrong !== undefined) return refusal(this.api, wrong);
    const call = this.format.read(request);
    this.calls.push(call);
    return inTrouble(this.embed(call, trouble), trouble);
  }

  private embed(call: EmbedCall, trouble: EmbedTrouble | undefined): FakeReply {
    if (trouble !== undefined && 'raw' in trouble) return { ...json(200, {}), body: [trouble.raw] };
    const { dimensions = call.dimensions, extra = 0 } = { ...trouble } as Record<string, number>;
    const texts = [...call.texts, ...new Array<string>(Math.max(0, extra)).fill('more')];
    const vectors = texts
      .slice(0, call.texts.length + extra)
      .map((text) => this.format.vector(text, { ...call, dimensions }));
    return json(200, this.format.render(vectors, call));
  }
}

function inTrouble(reply: FakeReply, trouble: EmbedTrouble | undefined): FakeReply {
  if (trouble === undefined) return reply;
  if ('hold' in trouble) return { ...reply, hold: trouble.hold };
  const [whole] = reply.body as [string];
  const half = whole.slice(0, whole.length / 2);
  if ('stall' in trouble) return { ...reply, body: [half, { stall: true }] };
  if ('reset' in trouble) return { ...reply, body: [half, { reset: true }] };
  return reply;
}

/**
 * A vector that stands for a text as a small embedding model's would: each word, and each run of four
 * characters in it, adds to some places, so that texts that share words are near each other. The same
 * text always gives the same vector; another `task` turns it a little. Not of unit length.
 */
export function fakeVector(text: string, dimensions: number, task = ''): number[] {
  const vector = new Array<number>(dimensions).fill(0);
  const add = (feature: string, weight: number) => {
    const place = hash(feature);
    vector[place % dimensions]! += place & 1 ? weight : -weight;
  };
  add(`task ${task}`, 0.2);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [`only ${text}`]) {
    add(word, 1);
    for (let at = 0; at + 4 <= word.length; at += 1) add(word.slice(at, at + 4), 0.5);
  }
  return vector.map((value) => value * 3);
}

/** The same direction at length 1. */
export function unitVector(vector: readonly number[]): number[] {
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

/** How many tokens a text has for the fakes: about one for four letters, one for any other character. */
export function fakeTokens(text: string): number {
  const runs = text.match(/[a-z0-9]+|[^\sa-z0-9]/gi) ?? [];
  return runs.reduce((count, run) => count + Math.ceil(run.length / 4), 0);
}

/** FNV-1a with 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  }
  return value >>> 0;
}
