import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

/** A JSON text of `count` parts between a prefix and a suffix; `#` in a part is its number. */
export interface Hostile {
  prefix: string;
  part: string;
  separator: string;
  count: number;
  suffix: string;
  keyed?: boolean;
}

export function list(part: string, count: number, keyed = false): Hostile {
  return { prefix: '[', part, separator: ',', count, suffix: ']', keyed };
}
export function keys(count: number, part = '"k#":1'): Hostile {
  return { prefix: '{', part, separator: ',', count, suffix: '}', keyed: true };
}
export function deep(part: string, close: string, count: number): Hostile {
  return { prefix: '', part, separator: '', count, suffix: `1${close.repeat(count)}` };
}

/** The value as that of the one field of an object. */
export function inField(field: string, { prefix, suffix, ...value }: Hostile): Hostile {
  return { ...value, prefix: `{"${field}":${prefix}`, suffix: `${suffix}}` };
}

/** Milliseconds of the main thread for one request: 100, and more a busy machine takes longer. */
export const MAX_CPU_MS = 250;

/** What the main thread has worked so far in ms: not its waiting, and no other thread. */
export function threadCpuMs(): number {
  const [ns = ''] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ');
  return Number(ns) / 1e6;
}

type PostOptions = { headers?: Record<string, string>; drain?: boolean };

/** Sends requests from a thread of its own, so that the thread that serves is the only one measured. */
export class HostileClient {
  private readonly thread = new Worker(new URL('./post-from-thread.mjs', import.meta.url));

  /** What one request costs the main thread until its answer begins, or has ended where it is drained. */
  async cost(url: string, method: string, body: Hostile, more: PostOptions = {}) {
    const before = threadCpuMs();
    this.thread.postMessage({ ...body, ...more, method, url });
    const [answer] = (await once(this.thread, 'message')) as [{ status: number | undefined }];
    return { ms: threadCpuMs() - before, ...answer };
  }

  /** The least of up to `times` tries: what compiling code and collecting earlier garbage costs is not this one's. */
  async leastCost(...[url, method, body, more]: Parameters<HostileClient['cost']>) {
    let least = await this.cost(url, method, body, more);
    for (let time = 1; time < 4 && least.ms > MAX_CPU_MS; time += 1) {
      const found = await this.cost(url, method, body, more);
      if (found.ms < least.ms) least = found;
    }
    return least;
  }

  async close(): Promise<void> {
    await this.thread.terminate();
  }
}
