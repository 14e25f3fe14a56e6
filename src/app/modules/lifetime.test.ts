import { deferred } from '../../../test/support/deferred.js';
import { Lifetime } from './lifetime.js';

const closed: string[] = [];
const thing = (name: string) => ({ close: async () => void closed.push(name) });

test('closes the latest first, also what was still being opened, and opens nothing after that', async () => {
  const lifetime = new Lifetime();
  await lifetime.open(() => thing('database'));
  await lifetime.open(() => undefined);
  await expect(lifetime.open(() => Promise.reject(new Error('full')))).rejects.toThrow('full');
  const slow = deferred<{ close(): Promise<void> }>();
  const opening = lifetime.open(() => slow.promise);
  const closing = lifetime.close();
  slow.resolve(thing('plugins'));
  await Promise.all([opening, closing]);
  expect(closed).toEqual(['plugins', 'database']);
  await expect(lifetime.open(() => thing('late'))).rejects.toThrow('The server is closed.');
  await lifetime.onApplicationShutdown();
  expect(closed).toHaveLength(2);
});
