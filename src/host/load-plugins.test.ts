import { join } from 'node:path';
import { useFolders, writeIn } from '../../test/support/embedded-template.js';
import { silentLogger } from '../foundation/logger.js';
import { loadPlugins } from './load-plugins.js';

const folder = useFolders();
const write = (name: string, text: string) => writeIn(folder, name, text);

function load(...modules: string[]) {
  const beside = [{ name: 'tables' }];
  const options = { fromFolder: folder.path, beside, version: '0.1.0', logger: silentLogger };
  return loadPlugins(modules, { ...options, limitMs: 300 });
}

test('loads a module by its path, and packages as a module beside the config file would', async () => {
  const two = '{"name":"two","type":"module","exports":{"import":"./x.js"}}';
  write('node_modules/two/package.json', two);
  write('node_modules/two/x.js', 'export default { name: "two" };');
  write('node_modules/@our/three/package.json', '{"name":"@our/three","main":"x.cjs"}');
  write('node_modules/@our/three/x.cjs', 'module.exports = { name: "three" };');
  const one = write('one.mjs', 'export default { name: "one", sextant: "^0.1" };');
  const { plugins, failed } = await load(one, 'two', '@our/three');
  expect(failed).toEqual([]);
  expect(plugins.map(({ name }) => name)).toEqual(['one', 'two', 'three']);
});

const GONE = 'migrations: new URL("./gone/", import.meta.url)';
const bad: [string, string, string, RegExp][] = [
  ['no default', 'export const plugin = {};', 'x.mjs', /\(it exports plugin\): write "export/],
  ['a function', 'export default () => ({});', 'x.mjs', /no plugin as its default export/],
  ['a throw', 'throw new Error("full");', 'x.mjs', /^\.\/x\.mjs failed while it was loaded: full$/],
  ['a mistake in its text', 'export default {', 'x.mjs', /failed while it was loaded: Unexpected/],
  ['an import that is not there', 'import "not-one"; ', 'x.mjs', /while it was loaded: .*not-one/],
  ['one that never loads', 'await new Promise(() => {}); ', 'x.mjs', /did not load within 0\.3 s/],
  ['no migrations', `export default { name: "x", ${GONE} };`, 'x', /ions \.\/gone\/ is not there/],
];
test.each(bad)('%s is reported, and the others are loaded', async (what, text, name, reason) => {
  // Each module has an address of its own, as Node loads one address once.
  const path = write('x.mjs', `${text}\n// ${what}`);
  const { plugins, failed } = await load(path, write('y.mjs', 'export default { name: "y" };'));
  expect(plugins).toMatchObject([{ name: 'y' }]);
  expect(failed).toEqual([{ plugin: name, reason: expect.stringMatching(reason) }]);
});

test('a module that is not there says where it was looked for', async () => {
  const reason = expect.stringContaining('install it where the config file is');
  expect((await load(join(folder.path, 'gone.mjs'), 'not-installed')).failed).toEqual([
    { plugin: 'gone.mjs', reason: 'There is no file ./gone.mjs.' },
    { plugin: 'not-installed', reason },
  ]);
});
