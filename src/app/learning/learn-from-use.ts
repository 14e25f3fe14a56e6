import type { OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import { repeat, type Clock } from '../../foundation/clock.js';
import { messageOf } from '../../foundation/errors.js';
import type { Logger } from '../../foundation/logger.js';
import {
  type LearnedCaps,
  type LearnedExampleStore,
  MOST_AT_ONCE,
  type RemadeVector,
  type StoredLearned,
  type ToolVerdict,
} from '../../store/learned-examples.store.js';
import {
  LearnedExamples,
  messageWords,
  WORDS_VERSION,
} from '../../toolindex/learned/learned-examples.js';
import { normalized } from '../../toolindex/vector.js';

export interface LearnDeps {
  store: LearnedExampleStore;
  /** The vector of a message; absent without an embedder. */
  embed: ((message: string) => Promise<Float32Array | undefined>) | undefined;
  embedderId: string | undefined;
  isTool: (name: string) => boolean;
  clock: Clock;
  logger: Logger;
  /** False: nothing is learned, and what was learned moves nothing. */
  isOn: boolean;
}

const EVERY_MS = 60_000;
/** What ended in the last moments waits: it may have been stored with a slightly earlier time. */
const LATE_MS = 5_000;
const KEPT_MS = 180 * 24 * 60 * 60_000;
/** One user holds a tenth of what there is for a tool at most. */
export const CAPS: LearnedCaps = { userAndTool: 5, tool: 50, user: 500, all: 5_000 };
/** So many messages are embedded again in one minute, beside everything else. */
const REMADE_AT_ONCE = 100;
/** "Yes, the second" says nothing of a tool. */
const FEWEST_WORDS = 2;

/** Learns once a minute from what ended since, and keeps it in memory: a message asks the database nothing. */
export class LearnFromUse implements OnModuleInit, OnApplicationShutdown {
  private known: readonly StoredLearned[] = [];
  private examples = new LearnedExamples([]);
  private stopped = (): void => undefined;

  constructor(private readonly deps: LearnDeps) {}

  /** Begins. Where it is off, what comes to pass from now on will never be learned from. */
  async onModuleInit(): Promise<void> {
    const { store, isOn, logger } = this.deps;
    if (!isOn) return store.stop();
    await this.refresh();
    this.stopped = repeat(
      EVERY_MS,
      () => this.learn(),
      (error) => logger.warn({ err: error }, 'learning from use failed; it is tried again'),
    );
  }

  onApplicationShutdown(): void {
    this.stopped();
  }

  async gains(message: string, userId: string): Promise<ReadonlyMap<string, number>> {
    if (this.examples.size === 0) return new Map();
    const vector = await this.vectorOf(message);
    const query = { userId, words: messageWords(message), vector };
    return this.examples.gains(query, this.deps.clock().getTime());
  }

  /** Learns from what has ended since the last time, where no other server does, and reads what all have learned. */
  async learn(): Promise<void> {
    const { store, clock } = this.deps;
    const now = clock().getTime();
    const before = new Date(now - LATE_MS);
    const after = await store.claim(before);
    if (after !== undefined) {
      for (let from = 0, count = MOST_AT_ONCE; count === MOST_AT_ONCE; from += count) {
        const { verdicts, rated } = await store.verdicts(after, before, from);
        await this.keep(verdicts, from === 0 ? rated : [], now);
        count = verdicts.length;
      }
      await this.remakeVectors();
    }
    await this.refresh();
  }

  /** Forgets what was learned from a user, or from all; answers how many examples that were. */
  async forget(userId?: string): Promise<number> {
    const count = await this.deps.store.delete(userId);
    await this.refresh();
    return count;
  }

  countOf(userId: string): number {
    return this.known.filter((one) => one.userId === userId).length;
  }

  private async keep(verdicts: readonly ToolVerdict[], rated: readonly string[], now: number) {
    const { store, isTool, embedderId } = this.deps;
    const examples = [];
    for (const { message, ...verdict } of verdicts) {
      const words = messageWords(message);
      if (words.length < FEWEST_WORDS || !isTool(verdict.tool)) continue;
      const vector = await this.vectorOf(message);
      examples.push({ ...verdict, words, vector, embedder: vector && embedderId });
    }
    const oldest = new Date(now - KEPT_MS);
    const kept = { at: new Date(now), caps: CAPS, oldest, wordsVersion: WORDS_VERSION };
    await store.add({ examples, rated }, kept);
  }

  /** Of what was learned with another embedder, or while there was none. */
  private async remakeVectors(): Promise<void> {
    const { store, embedderId } = this.deps;
    if (embedderId === undefined) return;
    const remade: RemadeVector[] = [];
    for (const { id, message } of await store.withoutVectorOf(embedderId, REMADE_AT_ONCE)) {
      const vector = await this.vectorOf(message);
      // An embedder that fails is not asked for the others.
      if (vector === undefined) break;
      remade.push({ id, vector });
    }
    if (remade.length > 0) await store.setVectors(embedderId, remade);
  }

  private async refresh(): Promise<void> {
    const { store, isOn, embedderId } = this.deps;
    if (!isOn) return;
    await store.renewWords({ version: WORDS_VERSION, wordsOf: messageWords });
    const ids = new Set(await store.ids());
    // Those without a vector of this embedder are read again: it may have been made meanwhile.
    const isUpToDate = ({ embedder }: StoredLearned): boolean => embedder === embedderId;
    const stay = this.known.filter((one) => ids.has(one.id) && isUpToDate(one));
    for (const { id } of stay) ids.delete(id);
    if (ids.size === 0 && stay.length === this.known.length) return;
    this.known = [...stay, ...(ids.size === 0 ? [] : await store.read([...ids]))];
    this.examples = new LearnedExamples(
      this.known.map(({ embedder, vector, at, ...rest }) => ({
        tool: rest.tool,
        userId: rest.userId,
        isGood: rest.isGood,
        words: rest.words,
        vector: embedder === embedderId ? vector : undefined,
        at: at.getTime(),
      })),
    );
  }

  /** Without one, words are all that messages are compared by. */
  private async vectorOf(message: string): Promise<Float32Array | undefined> {
    try {
      const vector = await this.deps.embed?.(message);
      return vector && normalized(vector);
    } catch (error) {
      this.deps.logger.debug({ reason: messageOf(error) }, 'a message could not be embedded');
      return undefined;
    }
  }
}
