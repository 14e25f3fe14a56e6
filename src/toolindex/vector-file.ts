import { createHash } from 'node:crypto';
import { endianness } from 'node:os';
import { inSlices } from './slices.js';

/** Vectors of one dimension by key (64 hexadecimal digits). */
export interface KeyedVectors {
  dimensions: number;
  vectors: Map<string, Float32Array>;
}

/** Names the format and the byte order of this machine: a file from another kind of machine is foreign. */
const MAGIC = Buffer.from(`sextant-vectors-1-${endianness()}\n`, 'latin1');
const KEY_BYTES = 32;
const CHECKSUM_BYTES = 32;
const HEADER_BYTES = MAGIC.length + 8;
/** So much is hashed in one go: less than a millisecond. */
const HASHED_BYTES = 128 * 1024;

/** The file's bytes: magic, dimensions and count (uint32), then key and floats of each vector, then a SHA-256 of it all. Made in slices of a few milliseconds. */
export async function encodeVectors({ dimensions, vectors }: KeyedVectors): Promise<Buffer> {
  const entryBytes = KEY_BYTES + dimensions * 4;
  const end = HEADER_BYTES + vectors.size * entryBytes;
  const file = Buffer.allocUnsafe(end + CHECKSUM_BYTES);
  const body = file.subarray(0, end);
  MAGIC.copy(body);
  body.writeUInt32LE(dimensions, MAGIC.length);
  body.writeUInt32LE(vectors.size, MAGIC.length + 4);
  const entries = [...vectors];
  await inSlices(entries.length, undefined, (number) => {
    const [key, vector] = entries[number] as [string, Float32Array];
    const offset = HEADER_BYTES + number * entryBytes;
    body.write(key, offset, 'hex');
    bytesOf(vector).copy(body, offset + KEY_BYTES);
  });
  (await checksum(body)).copy(file, end);
  return file;
}

/** What {@link encodeVectors} wrote; `undefined` for anything else, a cut or changed file included. Read in slices of a few milliseconds. */
export async function decodeVectors(file: Buffer): Promise<KeyedVectors | undefined> {
  const end = file.length - CHECKSUM_BYTES;
  if (end < HEADER_BYTES || !file.subarray(0, MAGIC.length).equals(MAGIC)) return undefined;
  const body = file.subarray(0, end);
  if (!(await checksum(body)).equals(file.subarray(end))) return undefined;
  const dimensions = file.readUInt32LE(MAGIC.length);
  const count = file.readUInt32LE(MAGIC.length + 4);
  const entryBytes = KEY_BYTES + dimensions * 4;
  if (HEADER_BYTES + count * entryBytes !== end) return undefined;
  const vectors = new Map<string, Float32Array>();
  // One array for all: a thousand small ones cost more than what is copied.
  const all = new Float32Array(count * dimensions);
  await inSlices(count, undefined, (number) => {
    const offset = HEADER_BYTES + number * entryBytes;
    const vector = all.subarray(number * dimensions, (number + 1) * dimensions);
    file.copy(bytesOf(vector), 0, offset + KEY_BYTES, offset + entryBytes);
    vectors.set(file.toString('hex', offset, offset + KEY_BYTES), vector);
  });
  return { dimensions, vectors };
}

function bytesOf(vector: Float32Array): Buffer {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
}

async function checksum(body: Buffer): Promise<Buffer> {
  const hash = createHash('sha256');
  await inSlices(Math.ceil(body.length / HASHED_BYTES), undefined, (part) => {
    hash.update(body.subarray(part * HASHED_BYTES, (part + 1) * HASHED_BYTES));
  });
  return hash.digest();
}
