import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../foundation/errors.js';
import { silentLogger, type Logger } from '../foundation/logger.js';
import type { VectorStore } from './document-vectors.js';
import { inSlices } from './slices.js';
import { decodeVectors, encodeVectors, type KeyedVectors } from './vector-file.js';

/** How many vectors of texts outside the current catalogue a file keeps, for catalogues that alternate. */
const KEPT_OLD_VECTORS = 5000;

/**
 * Document vectors on disk: one file per embedder in `directory`, keyed by a hash of embedder id and
 * text. A cache only: a file that is missing, damaged or foreign reads as empty and is rewritten,
 * and a write that fails is logged. Files are replaced whole (temporary file, then rename).
 */
export class VectorCache implements VectorStore {
  constructor(
    private readonly directory: string,
    private readonly logger: Logger = silentLogger,
  ) {}

  async read(embedderId: string, texts: readonly string[]): Promise<(Float32Array | undefined)[]> {
    const { vectors } = await this.load(embedderId);
    const found: (Float32Array | undefined)[] = [];
    await inSlices(texts.length, undefined, (row) => {
      found.push(vectors.get(vectorKey(embedderId, texts[row] as string)));
    });
    return found;
  }

  async write(
    embedderId: string,
    texts: readonly string[],
    vectors: readonly Float32Array[],
  ): Promise<void> {
    const dimensions = vectors[0]?.length ?? 0;
    if (dimensions === 0 || vectors.some((vector) => vector.length !== dimensions)) return;
    const merged = new Map<string, Float32Array>();
    await inSlices(texts.length, undefined, (row) => {
      merged.set(vectorKey(embedderId, texts[row] as string), vectors[row] as Float32Array);
    });
    keepOld(merged, dimensions, await this.load(embedderId));
    await this.save(this.file(embedderId), { dimensions, vectors: merged });
  }

  /** The file of an embedder: a readable start, and a hash that keeps different ids apart. */
  private file(embedderId: string): string {
    const readable = embedderId.replace(/[^A-Za-z0-9.-]+/g, '-').slice(0, 60);
    return join(this.directory, `${readable}-${sha256(embedderId).slice(0, 12)}.vectors`);
  }

  private async load(embedderId: string): Promise<KeyedVectors> {
    const file = this.file(embedderId);
    try {
      const decoded = await decodeVectors(await readFile(file));
      if (decoded !== undefined) return decoded;
      this.logger.warn({ file }, 'vector cache is damaged or foreign; it is rebuilt');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
        this.logger.warn({ file, reason: messageOf(error) }, 'vector cache cannot be read');
      }
    }
    return { dimensions: 0, vectors: new Map() };
  }

  private async save(file: string, content: KeyedVectors): Promise<void> {
    const temporary = `${file}.${process.pid}.${randomUUID()}.tmp`;
    try {
      await mkdir(this.directory, { recursive: true });
      await writeFile(temporary, await encodeVectors(content), { mode: 0o600 });
      await rename(temporary, file);
    } catch (error) {
      this.logger.warn({ file, reason: messageOf(error) }, 'vector cache cannot be written');
      await rm(temporary, { force: true }).catch(() => undefined);
    }
  }
}

function keepOld(merged: Map<string, Float32Array>, dimensions: number, old: KeyedVectors): void {
  if (old.dimensions !== dimensions) return;
  let kept = 0;
  for (const [key, vector] of old.vectors) {
    if (kept >= KEPT_OLD_VECTORS) return;
    if (merged.has(key)) continue;
    merged.set(key, vector);
    kept += 1;
  }
}

function vectorKey(embedderId: string, text: string): string {
  return sha256(`${embedderId}\n${text}`);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
