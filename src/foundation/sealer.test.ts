import { expect, test } from '@jest/globals';
import { Sealer } from './sealer.js';

const sealer = new Sealer('a secret of the server', 'test');
const place = ['files', 'ada'];

test('opens what it sealed, and two seals of one text differ', () => {
  const [one, two] = [sealer.seal('token-ä', place), sealer.seal('token-ä', place)];
  expect(one).not.toBe(two);
  expect(one).not.toContain('token');
  expect([sealer.open(one, place), sealer.open(two, place)]).toEqual(['token-ä', 'token-ä']);
});

test('opens nothing of another place, key or purpose, and nothing that was altered or cut', () => {
  const sealed = sealer.seal('token', place);
  const bytes = Buffer.from(sealed, 'base64url');
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
  expect(sealer.open(sealed, ['files', 'grace'])).toBeUndefined();
  expect(sealer.open(sealed, ['filesada'])).toBeUndefined();
  expect(new Sealer('another secret', 'test').open(sealed, place)).toBeUndefined();
  expect(new Sealer('a secret of the server', 'other').open(sealed, place)).toBeUndefined();
  expect(sealer.open(bytes.toString('base64url'), place)).toBeUndefined();
  expect(sealer.open(sealed.slice(0, 20), place)).toBeUndefined();
  expect(sealer.open('', place)).toBeUndefined();
});
