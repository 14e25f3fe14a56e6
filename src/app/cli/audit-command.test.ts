import { expect, test } from '@jest/globals';
import { useOpened } from '../../../test/support/use-opened.js';
import { useCli } from '../../../test/support/use-cli.js';
import { openTestDatabase } from '../../../test/support/database.js';
import { exportLog, verifyLog } from './audit-command.js';

const cli = useCli();
const db = useOpened(() => openTestDatabase('store'));

async function run(work: typeof verifyLog, values = {}) {
  const said: string[] = [];
  const code = await work(db, values, (text) => void said.push(text));
  return { code, said: said.join('\n') };
}

test('the log is verified, also against an entry that was noted, and printed', async () => {
  expect(await run(verifyLog)).toMatchObject({
    code: 0,
    said: expect.stringMatching(/^0 entries/),
  });
  const add = 'insert into sextant.audit_log (entry) values ($1)';
  await db.query(add, ['{"action":"proposed"}']);
  await db.query(add, ['{"action":"sent"}']);
  const lines = (await run(exportLog)).said.split('\n');
  const [first = {}, second] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect([first, second]).toMatchObject([
    { seq: 1, entry: '{"action":"proposed"}' },
    { seq: 2, entry: '{"action":"sent"}', prev_hash: first['hash'] },
  ]);
  expect((await run(exportLog, { after: '1' })).said).toBe(lines[1]);
  const known = { seq: '1', hash: String(first['hash']) };
  expect((await run(verifyLog, known)).code).toBe(0);
  expect(await run(verifyLog, { ...known, hash: '0'.repeat(64) })).toMatchObject({
    code: 1,
    said: expect.stringMatching(/entry 1 is not the one noted/),
  });
  await expect(cli.run(['audit', 'delete'])).rejects.toThrow(/There is: verify, export/);
});
