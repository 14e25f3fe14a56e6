import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { AppError } from './errors.js';
import { createLogger, logFile } from './logger.js';

function logged(level = 'debug') {
  const texts: string[] = [];
  const logger = createLogger(level, { write: (text: string) => void texts.push(text) });
  return { logger, texts, lines: () => texts.map((text) => JSON.parse(text)) };
}

const SECRET = 'Bearer abc.def';

test.each([
  [{ authorization: SECRET }],
  [{ Authorization: SECRET }],
  [{ caller: { userId: 'u', authorization: SECRET } }],
  [{ headers: { authorization: SECRET } }],
  [{ req: { headers: { authorization: SECRET } } }],
  [{ run: { request: { caller: { authorization: SECRET } } } }],
  [{ apiKey: SECRET }],
  [{ provider: { apiKey: SECRET } }],
])('createLogger hides the secret in %j', (fields) => {
  const { logger, texts } = logged();
  logger.info(fields, 'something happened');
  logger.child(fields).info('bound to a child');
  expect(texts).toHaveLength(2);
  expect(texts.join('')).not.toContain(SECRET);
  expect(texts.every((text) => text.includes('[redacted]'))).toBe(true);
});

test('createLogger keeps what is no secret', () => {
  const { logger, lines } = logged();
  logger.child({ run_id: 'r1' }).warn({ tool: 'discover', caller: { userId: 'u' } }, 'slow');
  const caller = { userId: 'u' };
  const line = { level: 40, run_id: 'r1', tool: 'discover', caller, msg: 'slow' };
  expect(lines()).toEqual([expect.objectContaining(line)]);
});

test('createLogger writes an error with its code and stack', () => {
  const { logger, lines } = logged();
  logger.error({ err: new AppError('database_error', 'no connection') }, 'a query failed');
  expect(lines()[0].err).toMatchObject({ code: 'database_error', message: 'no connection' });
  expect(lines()[0].err.stack).toContain('logger.test');
});

test('createLogger writes nothing below its level', () => {
  const { logger, texts } = logged('error');
  logger.debug('a');
  logger.warn('b');
  expect(texts).toEqual([]);
});

/** Where the system has it: a file that can be opened, and takes nothing. */
const FULL = '/dev/full';
const LINE = `${'x'.repeat(1023)}\n`;

(existsSync(FULL) ? test : test.skip)(
  'of a log nobody takes the first lines are kept, until it is taken',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sextant-log-'));
    const [full, free] = [openSync(FULL, 'w'), openSync(join(folder, 'log'), 'w')];
    const file = logFile(full, 64 * LINE.length);
    let [dropped, written] = [0, 0];
    file.on('drop', () => (dropped += 1)).on('write', (bytes: number) => (written += bytes));
    for (let i = 0; i < 100; i += 1) file.write(LINE);
    expect(dropped).toBe(36);
    Object.assign(file, { fd: free });
    const drained = new Promise((settle) => void file.once('drain', settle));
    // The last failure may still be under way: only a line after it is the next try.
    while (written === 0) {
      file.write(LINE);
      await turn();
    }
    await drained;
    expect(readFileSync(join(folder, 'log')).length).toBeGreaterThanOrEqual(64 * LINE.length);
    for (const fd of [full, free]) closeSync(fd);
    rmSync(folder, { recursive: true });
  },
);
