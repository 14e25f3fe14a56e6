import { timesOf } from '../measure.js';
import type { Rival } from './load.js';
import type { Ask } from './model.mjs';

const CHUNKS = 200;
const STREAMS = 50;
const STREAMS_AT_ONCE = [1, 50, 500];
/** The first of so many streams cost twice what the fifth does, bare or not. */
const WARM_BURSTS = 5;
const RUNS = 40;
const RUNS_AT_ONCE = 10;

/** What one contestant needs of processor time, its whole process, the least of all rounds. */
export interface ProcessorTimes {
  /** µs of a stream of 200 chunks by its chunks, 50 streams at once. */
  usPerEvent: number;
  /** The same without what a run costs by itself: a long run less a short one. */
  usPerFurtherEvent: number;
  /** ms of two turns with one call: few tools and 1 chunk, few and 200, many and 1. */
  short: number;
  long: number;
  many: number;
}

/** What one contestant needs. */
export interface Overhead extends ProcessorTimes {
  /** ms to the first byte at so many streams. */
  firstByte: Map<number, { median: number; p99: number }>;
  /** Events a second of 500 streams with one each 5 ms; 100,000 would be all. */
  perSecond: number;
  /** kB of a held stream, heap and buffers. */
  kBPerStream: number;
}

/** Makes all rivals warm, then measures each by itself, taking turns. */
export async function overheads(rivals: readonly Rival[], rounds: number): Promise<Overhead[]> {
  const times = await processorTimes(rivals, rounds);
  for (const rival of rivals) {
    for (let bursts = 0; bursts < WARM_BURSTS; bursts += 1) await eventsPerSecond(rival);
  }
  const all = rivals.map(() => ({
    firstBytes: new Map(STREAMS_AT_ONCE.map((streams) => [streams, [] as number[]])),
    perSecond: [] as number[],
    kBPerStream: [] as number[],
  }));
  for (let round = 0; round < rounds; round += 1) {
    for (const [i, rival] of rivals.entries()) {
      const { firstBytes, perSecond } = all[i]!;
      for (const [streams, times] of firstBytes) times.push(...(await firstByteMs(rival, streams)));
      perSecond.push(await eventsPerSecond(rival));
    }
  }
  // Last: to collect, V8 also throws away what it has compiled.
  for (let round = 0; round < rounds; round += 1) {
    for (const [i, rival] of rivals.entries()) all[i]!.kBPerStream.push(await heldKB(rival));
  }
  return all.map(({ firstBytes, perSecond, kBPerStream }, i) => ({
    ...times[i]!,
    firstByte: new Map([...firstBytes].map(([streams, ms]) => [streams, timesOf(ms)])),
    perSecond: timesOf(perSecond).median,
    kBPerStream: timesOf(kBPerStream).median,
  }));
}

/** The part of {@link overheads} that other work on the machine changes least. */
export async function processorTimes(
  rivals: readonly Rival[],
  rounds: number,
): Promise<ProcessorTimes[]> {
  for (const rival of rivals) {
    await burst(rival, 20, { chunks: CHUNKS }, 8);
    await burst(rival, 20, { chunks: 1, call: true }, 50);
  }
  const all = rivals.map(() => ({
    events: Infinity,
    short: Infinity,
    long: Infinity,
    many: Infinity,
  }));
  for (let round = 0; round < rounds; round += 1) {
    for (const [i, rival] of rivals.entries()) {
      const least = all[i]!;
      const events = await burst(rival, STREAMS, { chunks: CHUNKS }, 8);
      least.events = Math.min(least.events, events / CHUNKS);
      least.short = Math.min(least.short, await cpuMs(rival, { chunks: 1, call: true }, 8));
      least.long = Math.min(least.long, await cpuMs(rival, { chunks: CHUNKS, call: true }, 8));
      least.many = Math.min(least.many, await cpuMs(rival, { chunks: 1, call: true }, 50));
    }
  }
  return all.map(({ events, short, long, many }) => ({
    usPerEvent: events,
    usPerFurtherEvent: (1000 * (long - short)) / (CHUNKS - 1),
    short,
    long,
    many,
  }));
}

/** Processor time in µs by stream. */
async function burst(rival: Rival, streams: number, ask: Ask, tools: number): Promise<number> {
  const before = await rival.usage();
  await Promise.all(Array.from({ length: streams }, () => rival.ask(ask, tools)));
  const after = await rival.usage();
  return (after.cpuUs - before.cpuUs) / streams;
}

async function cpuMs(rival: Rival, ask: Ask, tools: number): Promise<number> {
  const before = await rival.usage();
  for (let run = 0; run < RUNS; run += RUNS_AT_ONCE) {
    await Promise.all(Array.from({ length: RUNS_AT_ONCE }, () => rival.ask(ask, tools)));
  }
  const after = await rival.usage();
  return (after.cpuUs - before.cpuUs) / RUNS / 1000;
}

async function firstByteMs(rival: Rival, streams: number): Promise<number[]> {
  const times: number[] = [];
  for (let done = 0; done < 30; done += streams) {
    const asked = Array.from({ length: streams }, () => rival.ask({ chunks: 20, paceMs: 5 }, 8));
    times.push(...(await Promise.all(asked)).map((answer) => answer.firstByteMs));
  }
  return times;
}

async function eventsPerSecond(rival: Rival): Promise<number> {
  const [streams, chunks] = [500, 40];
  const start = performance.now();
  await Promise.all(Array.from({ length: streams }, () => rival.ask({ chunks, paceMs: 5 }, 8)));
  return (streams * chunks * 1000) / (performance.now() - start);
}

async function heldKB(rival: Rival): Promise<number> {
  const streams = 500;
  const before = await rival.usage('memory');
  const close = await rival.hold(streams, 8);
  const after = await rival.usage('memory');
  close();
  return (after.heap - before.heap) / streams / 1000;
}
