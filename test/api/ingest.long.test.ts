import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../support/template-contents.js';
import { useServer } from '../support/server.js';

const server = useServer({ files: { 'a.md': '# Alpha\n\nfirst', 'picture.png': 'left out' } });
beforeAll(async () => {
  await mkdir(join(server.folder, 'deep'));
  await writeFile(join(server.folder, 'deep/b.txt'), 'second');
});

async function ingest(...args: string[]) {
  const child = spawn(process.execPath, ['scripts/ingest.mjs', ...args], { cwd: root });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const [code] = (await once(child, 'close')) as [number];
  return { code, output };
}

async function titles(kb: string) {
  const response = await fetch(`${server.url}/v1/documents?kb_id=${kb}`);
  const { items } = (await response.json()) as { items: { title: string; state: string }[] };
  return items.map(({ title, state }) => `${title}: ${state}`);
}

test('a folder is taken in with all below it, and a second time changes nothing', async () => {
  for (let time = 0; time < 2; time += 1) {
    const { code, output } = await ingest(server.folder, '--kb', 'both', '--url', server.url);
    expect(output).toContain('2 of 2 documents are in both.');
    expect([code, await titles('both')]).toEqual([0, ['Alpha: ready', 'b.txt: ready']]);
  }
});

test('a document that cannot be read is named with its reason, and the others are taken in', async () => {
  await writeFile(join(server.folder, 'bad.pdf'), '%PDF-1.7 nothing');
  const { code, output } = await ingest(server.folder, '--kb', 'some', '--url', server.url);
  expect(code).toBe(1);
  expect(output).toMatch(/bad\.pdf: The file cannot be read/);
  expect(output).toContain('2 of 3 documents are in some.');
});

test.each<[string, string[], RegExp]>([
  ['no folder', [], /npm run ingest -- <folder>/],
  ['a folder that is not there', ['/nowhere/at/all'], /ENOENT/],
  ['no server', ['samples/handbook', '--url', 'http://127.0.0.1:9'], /npm start|fetch failed/],
])('%s is said plainly', async (_name, args, says) => {
  const { code, output } = await ingest(...args);
  expect(code).toBe(1);
  expect(output).toMatch(says);
});
