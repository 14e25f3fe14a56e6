import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { root } from '../support/template-contents.js';

const DIST = join(root, 'web/dist');
/** In bytes, as the server sends it to a browser: by Brotli. */
const LIMIT = 160_000;

test('the first view is under 160 kB on the wire, and holds neither graph nor tools', () => {
  const html = readFileSync(join(DIST, 'index.html'), 'utf8');
  const files = [...html.matchAll(/(?:src|href)="\/([^"]+)"/g)].map(([, file = '']) => file);
  // The entry and all that it imports; what comes later is not named here.
  expect(files.some((file) => /^assets\/index-.*\.js$/.test(file))).toBe(true);
  expect(files.filter((file) => /rule-graph|table-view|tools-page/.test(file))).toEqual([]);
  const sizes = files.map((file) => brotliCompressSync(readFileSync(join(DIST, file))).length);
  const whole = sizes.reduce((sum, size) => sum + size, brotliCompressSync(html).length);
  expect(whole).toBeLessThan(LIMIT);
  // The scripts are there: a page of nothing would be small as well.
  expect(whole).toBeGreaterThan(50_000);
});
