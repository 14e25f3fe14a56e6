import fc from 'fast-check';
import { isUuid, newId } from './ids.js';

test('isUuid accepts any UUID, in capitals too', () => {
  fc.assert(
    fc.property(fc.uuid(), (id) => isUuid(id) && isUuid(id.toUpperCase())),
    { examples: [['00000000-0000-0000-0000-000000000000']] },
  );
});

test('isUuid refuses a UUID with anything before or after it', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.string({ minLength: 1 }), (id, more) => {
      expect([isUuid(id + more), isUuid(more + id)]).toEqual([false, false]);
    }),
    {
      examples: [
        ['6f6b3c1e-5f0a-4a6e-9a3d-0c7b5e2f8d41', '\n'],
        ['6f6b3c1e-5f0a-4a6e-9a3d-0c7b5e2f8d41', '\0'],
      ],
    },
  );
});

test.each([undefined, null, 7, '', 'temp:0', [newId()], { id: newId() }])(
  '%j is no UUID',
  (value) => {
    expect(isUuid(value)).toBe(false);
  },
);
