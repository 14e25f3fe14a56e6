import fc from 'fast-check';
import { holds } from '../../../test/support/property.js';
import { isUuid, newId } from '../../foundation/ids.js';
import { conversationIdOf } from './protocol-runs.js';

test('a UUID is itself', () => {
  const id = newId();
  expect(conversationIdOf('ada', id.toUpperCase())).toBe(id);
});

test('property: any other name is one UUID for its user, and another one for others', () =>
  holds([fc.string(), fc.string({ minLength: 1 }), fc.string()], (name, user, other) => {
    const id = conversationIdOf(user, name);
    expect(isUuid(id)).toBe(true);
    expect(conversationIdOf(user, name)).toBe(id);
    if (other !== user) expect(conversationIdOf(other, name)).not.toBe(id);
  }));
