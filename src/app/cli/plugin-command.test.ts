import { expect, test } from '@jest/globals';
import { useCli } from '../../../test/support/use-cli.js';

const cli = useCli();
const run = (...args: string[]) => cli.run(['plugin', ...args]);

test('plugin test says what keeps a plugin from loading, and asks for one where none is named', async () => {
  cli.write('x.mjs', 'export default { name: "x", agent: {} };');
  const { code, said } = await run('test', './x.mjs', 'not-installed');
  expect(code).toBe(1);
  expect(said).toMatch(/^FAILED loads: It has no member "agent"; valid are name,/);
  expect(said).toContain('FAILED loads: The package not-installed cannot be found');
  await expect(run('test')).rejects.toThrow(/plugin test \.\/my-plugin\.mjs/);
  await expect(run()).rejects.toThrow(/There is: plugin test/);
});
