import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { useFolders } from '../../../test/support/embedded-template.js';
import { createLogger } from '../../foundation/logger.js';
import { LineFile } from './talk-log.js';

function logged() {
  const lines: { msg: string; reason: string }[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]);
  return { lines, logger: createLogger('info', { write }) };
}

const folder = useFolders();
const path = () => join(folder.path, 'lines');

it('keeps all lines in order, however fast they come', async () => {
  const { logger, lines } = logged();
  const file = new LineFile(path(), logger);
  const all = Array.from({ length: 500 }, (_, i) => `line ${i}`);
  for (const [i, line] of all.entries()) {
    file.append(line);
    if (i % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  await file.settled();
  expect(await readFile(path(), 'utf8')).toBe(`${all.join('\n')}\n`);
  expect(lines).toEqual([]);
});

it('drops what is more than may wait, says so once, and how much it was', async () => {
  const { logger, lines } = logged();
  const file = new LineFile(path(), logger, 100);
  for (let i = 0; i < 20; i += 1) file.append('x'.repeat(29));
  await file.settled();
  expect((await readFile(path(), 'utf8')).length).toBe(90);
  const reasons = ['it is written too slowly', '17 lines are missing'];
  expect(lines.map(({ reason }) => reason)).toEqual(reasons);
  file.append('after');
  await file.settled();
  expect(await readFile(path(), 'utf8')).toMatch(/after\n$/);
});

it('warns once of a full disk, and again of the next trouble', async () => {
  const { logger, lines } = logged();
  const file = new LineFile('/dev/full', logger);
  for (let i = 0; i < 3; i += 1) {
    file.append('lost');
    await file.settled();
  }
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({ msg: 'the talk log is not complete' });
  expect(lines[0]?.reason).toContain('ENOSPC');
});

it('does not reject when its directory is not there', async () => {
  const { logger, lines } = logged();
  const file = new LineFile('/nowhere/at/all', logger);
  file.append('lost');
  await file.settled();
  expect(lines[0]?.reason).toContain('ENOENT');
});
