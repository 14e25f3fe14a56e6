import { createHash, randomUUID } from 'node:crypto';
import { endianness } from 'node:os';
import { inSlices } from './bounded-work.js';
import { appendFile, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { messageOf } from '../foundation/errors.js';
import type { Logger } from '../foundation/logger.js';

/** A vector and the key of its text: 64 hexadecimal digits. */
export type KeyedVector = readonly [key: string, vector: Float32Array];

interface VectorFile {
  dimensions: number;
  /** Where each key's record begins; the last one of a key counts. */
  offsets: Map<string, number>;
  /** Where the sound records end; the file is longer if it is damaged there. */
  end: number;
}

/** Names the format and the byte order of this machine: a file from another kind of machine is foreign. */
const MAGIC = Buffer.from(`sextant-vectors-2-${endianness()}\n`, 'latin1');
const HEADER_BYTES = MAGIC.length + 4;
const KEY_BYTES = 32;
const CHECKSUM_BYTES = 8;

/** How many bytes a record of so many dimensions has: key, floats, checksum. */
function recordBytes(dimensions: number): number {
  return KEY_BYTES + dimensions * 4 + CHECKSUM_BYTES;
}

/** What a file begins with: magic and dimensions (uint32). */
export function encodeHeader(dimensions: number): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  MAGIC.copy(header);
  header.writeUInt32LE(dimensions, MAGIC.length);
  return header;
}

/** One record after the other: each has its own checksum, so that a file can grow at its end. Made in slices of a few milliseconds. */
export async function encodeRecords(
  dimensions: number,
  vectors: readonly KeyedVector[],
): Promise<Buffer> {
  const size = recordBytes(dimensions);
  const records = Buffer.allocUnsafe(vectors.length * size);
  await inSlices(vectors.length, undefined, (number) => {
    const [key, vector] = vectors[number] as KeyedVector;
    const record = records.subarray(number * size, (number + 1) * size);
    record.write(key, 0, 'hex');
    bytesOf(vector).copy(record, KEY_BYTES);
    checksum(record).copy(record, size - CHECKSUM_BYTES);
  });
  return records;
}

/** Finds the sound records of a file up to the first damaged one; undefined for a foreign file. In slices of a few milliseconds. */
export async function readOffsets(file: Buffer): Promise<VectorFile | undefined> {
  if (file.length < HEADER_BYTES || !file.subarray(0, MAGIC.length).equals(MAGIC)) return undefined;
  const dimensions = file.readUInt32LE(MAGIC.length);
  const size = recordBytes(dimensions);
  const offsets = new Map<string, number>();
  let end = HEADER_BYTES;
  await inSlices(Math.floor((file.length - HEADER_BYTES) / size), undefined, (number) => {
    const offset = HEADER_BYTES + number * size;
    // Behind damage nothing is read: whether records stand where they should is not known.
    if (offset !== end || !isSound(file.subarray(offset, offset + size))) return;
    offsets.set(file.toString('hex', offset, offset + KEY_BYTES), offset);
    end = offset + size;
  });
  return { dimensions, offsets, end };
}

function isSound(record: Buffer): boolean {
  return checksum(record).equals(record.subarray(record.length - CHECKSUM_BYTES));
}

function checksum(record: Buffer): Buffer {
  const body = record.subarray(0, record.length - CHECKSUM_BYTES);
  return createHash('sha256').update(body).digest().subarray(0, CHECKSUM_BYTES);
}

function bytesOf(vector: Float32Array): Buffer {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
}

/** How many vectors of texts outside the current catalogue are kept, for catalogues that alternate. */
const KEPT_OLD_VECTORS = 5000;
/** More than so many are the current catalogue. */
const FEW = 64;

/** A file of vectors that grows at its end, replaced whole when too much of it is of no use. Nothing rejects. */
export class VectorLog {
  private known: (VectorFile & { size: number }) | undefined;
  /** The keys that were last asked for in great number. */
  private current: ReadonlySet<string> = new Set();
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly path: string,
    private readonly logger: Logger,
  ) {}

  read(keys: readonly string[]): Promise<(Float32Array | undefined)[]> {
    return this.inTurn(async () => {
      if (keys.length > FEW) this.current = new Set(keys);
      const found: (Float32Array | undefined)[] = keys.map(() => undefined);
      const { known } = this;
      const hasSome = !known || keys.some((key) => known.offsets.has(key));
      if (!hasSome && (await this.isUpToDate())) return found;
      const file = await this.load();
      await inSlices(file ? keys.length : 0, undefined, (row) => {
        found[row] = this.vectorIn(file as Buffer, keys[row] as string);
      });
      return found;
    });
  }

  /** Adds vectors; those whose key is there already are left out. */
  write(dimensions: number, vectors: readonly KeyedVector[]): Promise<void> {
    return this.inTurn(async () => {
      if (!(await this.isUpToDate())) await this.load();
      const { known } = this;
      const fresh = vectors.filter(([key]) => known?.offsets.has(key) !== true);
      try {
        if (known?.dimensions === dimensions && known.end === known.size && !this.isWorn(known)) {
          await this.append(known, fresh);
        } else await this.replace(dimensions, vectors);
      } catch (error) {
        this.known = undefined;
        const reason = messageOf(error);
        this.logger.warn({ file: this.path, reason }, 'vector cache cannot be written');
      }
    });
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.last.then(work);
    this.last = done.catch(() => undefined);
    return done;
  }

  /** Whether the file is as this process left it. */
  private async isUpToDate(): Promise<boolean> {
    if (this.known === undefined) return false;
    const found = await stat(this.path).catch(() => undefined);
    return found?.size === this.known.size;
  }

  private vectorIn(file: Buffer, key: string): Float32Array | undefined {
    const { offsets, dimensions } = this.known as VectorFile;
    const offset = offsets.get(key);
    if (offset === undefined) return undefined;
    const vector = new Float32Array(dimensions);
    const from = offset + KEY_BYTES;
    file.copy(bytesOf(vector), 0, from, from + vector.byteLength);
    return vector;
  }

  /** Reads the file and what stands where; undefined where there is none of ours. */
  private async load(): Promise<Buffer | undefined> {
    this.known = undefined;
    try {
      const file = await readFile(this.path);
      const read = await readOffsets(file);
      this.known = read && { ...read, size: file.length };
      if (read?.end === file.length) return file;
      this.logger.warn({ file: this.path }, 'vector cache is damaged or foreign; it is rebuilt');
      return read && file;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      const reason = messageOf(error);
      this.logger.warn({ file: this.path, reason }, 'vector cache cannot be read');
      return undefined;
    }
  }

  private isWorn({ offsets }: VectorFile): boolean {
    return offsets.size > this.current.size + 2 * KEPT_OLD_VECTORS;
  }

  private async append(
    known: VectorFile & { size: number },
    fresh: readonly KeyedVector[],
  ): Promise<void> {
    if (fresh.length === 0) return;
    const records = await encodeRecords(known.dimensions, fresh);
    await appendFile(this.path, records);
    fresh.forEach(([key], number) => {
      known.offsets.set(key, known.end + number * recordBytes(known.dimensions));
    });
    known.end += records.length;
    known.size = known.end;
  }

  private async replace(dimensions: number, fresh: readonly KeyedVector[]): Promise<void> {
    const vectors = new Map(fresh);
    const file = this.known?.dimensions === dimensions ? await this.load() : undefined;
    if (file !== undefined) this.keepOld(vectors, file);
    const records = await encodeRecords(dimensions, [...vectors]);
    const temporary = `${this.path}.${process.pid}.${randomUUID()}.tmp`;
    try {
      await mkdir(dirname(this.path), { recursive: true });
      await writeFile(temporary, [encodeHeader(dimensions), records], { mode: 0o600 });
      await rename(temporary, this.path);
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => undefined);
      throw error;
    }
    await this.load();
  }

  /** Those of the current catalogue, and of the others the latest. */
  private keepOld(vectors: Map<string, Float32Array>, file: Buffer): void {
    const keys = [...(this.known?.offsets.keys() ?? [])].filter((key) => !vectors.has(key));
    const others = keys.filter((key) => !this.current.has(key));
    const left = new Set(others.slice(0, Math.max(0, others.length - KEPT_OLD_VECTORS)));
    for (const key of keys) {
      const vector = left.has(key) ? undefined : this.vectorIn(file, key);
      if (vector !== undefined) vectors.set(key, vector);
    }
  }
}
