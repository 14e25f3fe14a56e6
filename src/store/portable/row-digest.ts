import { createHash } from 'node:crypto';

const MODULUS = 1n << 128n;

/** Counts and hashes rows; the same for the same rows in any order, since two databases keep them in different ones. */
export class RowDigest {
  private sum = 0n;
  private count = 0;

  /** Takes in a row as its line of a backup. */
  add(line: string): void {
    const hash = createHash('sha256').update(line, 'utf8').digest('hex');
    this.sum = (this.sum + BigInt(`0x${hash.slice(0, 32)}`)) % MODULUS;
    this.count += 1;
  }

  /** What was taken in so far. */
  get total(): RowTotal {
    return { rows: this.count, digest: this.sum.toString(16).padStart(32, '0') };
  }
}

/** How many rows, and the hash of them all. */
export interface RowTotal {
  rows: number;
  digest: string;
}

/** True for the same rows. */
export function isSameTotal(one: RowTotal, other: RowTotal): boolean {
  return one.rows === other.rows && one.digest === other.digest;
}
