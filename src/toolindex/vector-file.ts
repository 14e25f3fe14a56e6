import { createHash } from 'node:crypto';
import { endianness } from 'node:os';

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

/** The file's bytes: magic, dimensions and count (uint32), then key and floats of each vector, then a SHA-256 of it all. */
export function encodeVectors({ dimensions, vectors }: KeyedVectors): Buffer {
  const entryBytes = KEY_BYTES + dimensions * 4;
  const body = Buffer.alloc(HEADER_BYTES + vectors.size * entryBytes);
  MAGIC.copy(body);
  body.writeUInt32LE(dimensions, MAGIC.length);
  body.writeUInt32LE(vectors.size, MAGIC.length + 4);
  let offset = HEADER_BYTES;
  for (const [key, vector] of vectors) {
    body.write(key, offset, 'hex');
    bytesOf(vector).copy(body, offset + KEY_BYTES);
    offset += entryBytes;
  }
  return Buffer.concat([body, checksum(body)]);
}

/** What {@link encodeVectors} wrote; `undefined` for anything else, a cut or changed file included. */
export function decodeVectors(file: Buffer): KeyedVectors | undefined {
  const end = file.length - CHECKSUM_BYTES;
  if (end < HEADER_BYTES || !file.subarray(0, MAGIC.length).equals(MAGIC)) return undefined;
  const body = file.subarray(0, end);
  if (!checksum(body).equals(file.subarray(end))) return undefined;
  const dimensions = file.readUInt32LE(MAGIC.length);
  const count = file.readUInt32LE(MAGIC.length + 4);
  const entryBytes = KEY_BYTES + dimensions * 4;
  if (HEADER_BYTES + count * entryBytes !== end) return undefined;
  const vectors = new Map<string, Float32Array>();
  for (let offset = HEADER_BYTES; offset < end; offset += entryBytes) {
    const vector = new Float32Array(dimensions);
    file.copy(bytesOf(vector), 0, offset + KEY_BYTES, offset + entryBytes);
    vectors.set(file.toString('hex', offset, offset + KEY_BYTES), vector);
  }
  return { dimensions, vectors };
}

function bytesOf(vector: Float32Array): Buffer {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
}

function checksum(body: Buffer): Buffer {
  return createHash('sha256').update(body).digest();
}
