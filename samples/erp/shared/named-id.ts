import { createHash } from 'node:crypto';

/** Our namespace for {@link namedId}; a random UUID chosen once. */
const NAMESPACE = Buffer.from('6f6b3c1e5f0a4a6e9a3d0c7b5e2f8d41', 'hex');

/**
 * The id that belongs to a name (UUID version 5, RFC 9562): the same on every machine, so that
 * documents and tests can speak of sample rows. `namedId('product', 'SKU-1001')`.
 */
export function namedId(kind: string, name: string): string {
  const hash = createHash('sha1').update(NAMESPACE).update(`${kind}:${name}`).digest();
  hash[6] = (hash.readUInt8(6) & 0x0f) | 0x50;
  hash[8] = (hash.readUInt8(8) & 0x3f) | 0x80;
  const hex = hash.subarray(0, 16).toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
