import { createHash } from 'node:crypto';
import { endianness } from 'node:os';
import { inSlices } from './slices.js';

/** A vector and the key of its text: 64 hexadecimal digits. */
export type KeyedVector = readonly [key: string, vector: Float32Array];

/** What a file of vectors holds. */
export interface VectorFile {
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
export function recordBytes(dimensions: number): number {
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
    offsets.set(keyOf(file.subarray(offset)), offset);
    end = offset + size;
  });
  return { dimensions, offsets, end };
}

/** The vector of a key's record; undefined where the bytes are another's or damaged. */
export function decodeRecord(key: string, record: Buffer): Float32Array | undefined {
  if (keyOf(record) !== key || !isSound(record)) return undefined;
  const vector = new Float32Array((record.length - KEY_BYTES - CHECKSUM_BYTES) / 4);
  record.copy(bytesOf(vector), 0, KEY_BYTES, record.length - CHECKSUM_BYTES);
  return vector;
}

function keyOf(record: Buffer): string {
  return record.toString('hex', 0, KEY_BYTES);
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
