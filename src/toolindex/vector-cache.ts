import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { silentLogger, type Logger } from '../foundation/logger.js';
import type { VectorStore } from './document-vectors.js';
import { inSlices } from './bounded-work.js';
import { type KeyedVector, VectorLog } from './vector-log.js';

/** Document vectors on disk, by a hash of embedder and text. A cache only: damage costs what is damaged, and failed writes are logged. */
export class VectorCache implements VectorStore {
  private readonly logs = new Map<string, VectorLog>();

  constructor(
    private readonly directory: string,
    private readonly logger: Logger = silentLogger,
  ) {}

  async read(embedderId: string, texts: readonly string[]): Promise<(Float32Array | undefined)[]> {
    return this.log(embedderId).read(await keysOf(embedderId, texts));
  }

  async write(
    embedderId: string,
    texts: readonly string[],
    vectors: readonly Float32Array[],
  ): Promise<void> {
    const dimensions = vectors[0]?.length ?? 0;
    if (dimensions === 0 || vectors.some((vector) => vector.length !== dimensions)) return;
    const keys = await keysOf(embedderId, texts);
    const keyed = keys.map((key, row): KeyedVector => [key, vectors[row] as Float32Array]);
    await this.log(embedderId).write(dimensions, keyed);
  }

  private log(embedderId: string): VectorLog {
    const known = this.logs.get(embedderId);
    if (known !== undefined) return known;
    const log = new VectorLog(join(this.directory, fileName(embedderId)), this.logger);
    this.logs.set(embedderId, log);
    return log;
  }
}

/** The file of an embedder: a readable start, and a hash that keeps different ids apart. */
function fileName(embedderId: string): string {
  const readable = embedderId.replace(/[^A-Za-z0-9.-]+/g, '-').slice(0, 60);
  return `${readable}-${sha256(embedderId).slice(0, 12)}.vectors`;
}

async function keysOf(embedderId: string, texts: readonly string[]): Promise<string[]> {
  const keys: string[] = [];
  await inSlices(texts.length, undefined, (row) => {
    keys.push(sha256(`${embedderId}\n${texts[row]}`));
  });
  return keys;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
