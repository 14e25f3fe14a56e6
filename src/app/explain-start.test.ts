import { useFolders } from '../../test/support/embedded-template.js';
import { writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { AppError } from '../foundation/errors.js';
import { lockDirectory } from '../store/directory-lock.js';
import { explainStart } from './explain-start.js';

const folder = useFolders();

const explained = (error: unknown, dataDir = folder.path, port = 3000) =>
  explainStart(error, { host: '127.0.0.1', port, dataDir });
const saidOf = (error: unknown, dataDir?: string) => (explained(error, dataDir) as Error).message;

test('a port that is taken is named, with who can be asked and another one', async () => {
  const first = createServer().listen(0, '127.0.0.1');
  await new Promise((settle) => first.once('listening', settle));
  const { port } = first.address() as AddressInfo;
  const second = createServer().listen(port, '127.0.0.1');
  const error = await new Promise((settle) => second.once('error', settle));
  expect(explained(error, folder.path, port)).toMatchObject({
    code: 'config_error',
    message: expect.stringMatching(new RegExp(`^Port ${port} .* taken .*PORT=${port + 1}`)),
  });
  await new Promise((settle) => first.close(settle));
});

test('a host that is not of this machine is named', async () => {
  const server = createServer().listen(0, '192.0.2.1');
  const error = await new Promise((settle) => server.once('error', settle));
  expect(saidOf(error)).toMatch(/no address of this machine.*HOST/);
});

test('a file in the place of the data directory, or above it, is said to be there', async () => {
  await writeFile(join(folder.path, 'data'), '');
  for (const path of ['data', 'data/below'].map((name) => join(folder.path, name))) {
    const error: unknown = await lockDirectory(path).catch((e: unknown) => e);
    expect(saidOf(error, path)).toMatch(/a file is in its place.*DATA_DIR/);
  }
});

/** What the system answers where this test cannot bring it about. */
const refusal = (code: string, path: string) =>
  Object.assign(new Error(code), { code, path, syscall: 'open' });

test.each([
  ['EACCES', /may not write into/],
  ['EPERM', /may not write into/],
  ['ENOENT', /does not exist and cannot be created/],
  ['EROFS', /mounted read-only/],
  ['ENOSPC', /is full/],
  ['EDQUOT', /is full/],
])('the system refuses the data directory with %s', (code, sentence) =>
  expect(saidOf(refusal(code, join(folder.path, 'server.1.lock')))).toMatch(sentence),
);

test('what is of another kind or place stays as it was', () => {
  const others = [
    refusal('EACCES', '/etc/shadow'),
    refusal('ECONNRESET', folder.path),
    new AppError('config_error', 'said already'),
    'no error at all',
  ];
  for (const other of others) expect(explained(other)).toBe(other);
});
