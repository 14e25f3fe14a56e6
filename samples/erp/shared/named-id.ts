import { createHash } from 'node:crypto';

/** The operations manager: the caller when a request carries no token. */
export const OPERATIONS_MANAGER_ID = '00000000-0000-4000-8000-000000000001';

/** Our namespace for {@link namedId}; a random UUID chosen once. */
const NAMESPACE = Buffer.from('6f6b3c1e5f0a4a6e9a3d0c7b5e2f8d41', 'hex');

/**
 * The id that belongs to a name (UUID version 5, RFC 9562): the same on every machine, so that
 * documents and tests can speak of sample rows. `namedId('product', 'FAS-1001')`.
 */
export function namedId(kind: string, name: string): string {
  if (kind === 'user' && name === 'maria.keller') return OPERATIONS_MANAGER_ID;
  const hash = createHash('sha1').update(NAMESPACE).update(`${kind}:${name}`).digest();
  hash[6] = (hash.readUInt8(6) & 0x0f) | 0x50;
  hash[8] = (hash.readUInt8(8) & 0x3f) | 0x80;
  const hex = hash.subarray(0, 16).toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const REFERENCE = /^@([a-z_]+):(.+)$/;

/** What a value of the sample's data means: `@product:FAS-1001` is the {@link namedId} of that product. */
export function resolveReference(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const [, kind, name] = REFERENCE.exec(value) ?? [];
  return kind === undefined || name === undefined ? value : namedId(kind, name);
}
