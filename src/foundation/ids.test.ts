import fc from 'fast-check';
import { holds, property } from '../../test/support/property.js';
import { isUuid, newId } from './ids.js';

const NIL = '00000000-0000-0000-0000-000000000000';
test('isUuid accepts any UUID, in capitals too', () =>
  holds([fc.uuid()], { examples: [[NIL]] }, (id) => isUuid(id) && isUuid(id.toUpperCase())));

const more = fc.oneof(fc.string({ minLength: 1 }), fc.constantFrom('\n', '\0'));
property(
  'isUuid refuses a UUID with anything before or after it',
  [fc.uuid(), more],
  (id, text) => {
    expect([isUuid(id + text), isUuid(text + id)]).toEqual([false, false]);
  },
);

const OTHERS = [undefined, null, 7, '', 'temp:0', [newId()], { id: newId() }];
test.each(OTHERS)('%j is no UUID', (value) => expect(isUuid(value)).toBe(false));
