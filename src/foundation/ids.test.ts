import fc from 'fast-check';
import { property } from '../../test/support/property.js';
import { isUuid, newId } from './ids.js';

const NIL = '00000000-0000-0000-0000-000000000000';
const more = fc.oneof(fc.string({ minLength: 1 }), fc.constantFrom('\n', '\0'));
property('a UUID in any case, with nothing around it', [fc.uuid(), more], (id, text) => {
  const all = [NIL, id, id.toUpperCase(), id + text, text + id];
  expect(all.map(isUuid)).toEqual([true, true, true, false, false]);
});

const OTHERS = [undefined, null, 7, '', 'temp:0', [newId()], { id: newId() }];
test.each(OTHERS)('%j is no UUID', (value) => expect(isUuid(value)).toBe(false));
