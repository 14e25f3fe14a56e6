import fc from 'fast-check';
import { holds } from '../../../test/support/property.js';
import { digestOf, verifyStatic } from './identity.js';

test('a known token is its user, anything else nobody', async () => {
  const token = fc.stringMatching(/^[a-z0-9]{16,24}$/);
  const users = fc.uniqueArray(token, { minLength: 1, maxLength: 5 });
  await holds([users, token], async (tokens, other) => {
    const known = tokens.map((text, i) => ({ user: `user${i}`, digest: digestOf(text) }));
    const verify = verifyStatic(known);
    for (const [i, text] of tokens.entries())
      expect(await verify(text)).toEqual({ userId: `static:user${i}`, username: `user${i}` });
    if (tokens.includes(other)) return;
    await expect(verify(other)).rejects.toMatchObject({ code: 'unauthorized' });
    await expect(verify(other)).rejects.not.toThrow(other);
  });
});
