import { expect, test } from '@jest/globals';
import { useOpened } from '../../../test/support/use-opened.js';
import { openTestDatabase } from '../../../test/support/database.js';
import { auditCommand, type AuditOptions } from './audit-command.js';

const db = useOpened(() => openTestDatabase('store'));

async function run(action: string, parts: Partial<AuditOptions> = {}) {
  const said: string[] = [];
  const say = (text: string) => void said.push(text);
  const code = await auditCommand({ action, env: {}, folder: '.', say, db, ...parts });
  return { code, said: said.join('\n') };
}

test('the log is verified, also against an entry that was noted, and printed', async () => {
  expect(await run('verify')).toMatchObject({ code: 0, said: expect.stringMatching(/^0 entries/) });
  const add = 'insert into sextant.audit_log (entry) values ($1)';
  await db.query(add, ['{"action":"proposed"}']);
  await db.query(add, ['{"action":"sent"}']);
  const lines = (await run('export')).said.split('\n');
  const [first = {}, second] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect([first, second]).toMatchObject([
    { seq: 1, entry: '{"action":"proposed"}' },
    { seq: 2, entry: '{"action":"sent"}', prev_hash: first['hash'] },
  ]);
  expect((await run('export', { after: 1 })).said).toBe(lines[1]);
  const known = { seq: 1, hash: String(first['hash']) };
  expect((await run('verify', { known })).code).toBe(0);
  expect(await run('verify', { known: { ...known, hash: '0'.repeat(64) } })).toMatchObject({
    code: 1,
    said: expect.stringMatching(/entry 1 is not the one noted/),
  });
  await expect(run('delete')).rejects.toThrow(/There is: verify, export/);
});
