import { generateKeyPairSync } from 'node:crypto';
import { useOpened } from '../../../test/support/use-opened.js';
import { useCli } from '../../../test/support/use-cli.js';
import { openTestDatabase } from '../../../test/support/database.js';
import { systemClock } from '../../foundation/clock.js';
import { AuditLog } from '../../store/audit-log.store.js';
import { receiptLines, ReceiptSigner } from '../../store/receipts.js';
import { exportLog, verifyLog } from './audit-command.js';

const cli = useCli();
const db = useOpened(() => openTestDatabase('store'));

async function run(work: typeof verifyLog, values = {}) {
  const said: string[] = [];
  return { code: await work(db, values, (text) => void said.push(text)), said: said.join('\n') };
}

test('the log is verified, also against an entry that was noted, and printed', async () => {
  expect(await run(verifyLog)).toMatchObject({ code: 0, said: expect.stringMatching(/^0 entr/) });
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
  await expect(cli.run(['audit', 'delete'])).rejects.toThrow(/verify, export, receipts, key/);
});

test('receipts are verified offline, with the public key of the one that was set', async () => {
  const { privateKey } = generateKeyPairSync('ed25519');
  const der = privateKey.export({ format: 'der', type: 'pkcs8' });
  const env = { RECEIPT_KEY: der.toString('base64') };
  const signer = new ReceiptSigner(() => privateKey);
  let text = '';
  for await (const line of receiptLines(new AuditLog(db), signer, systemClock)) text += line;
  cli.write('receipts.jsonl', text);
  cli.write('public.pem', (await cli.run(['audit', 'key'], { env })).said);
  const verify = ['verify', 'receipts.jsonl', '--key', 'public.pem'];
  const none = { code: 0, said: expect.stringMatching(/^0 receipts/) };
  expect(await cli.run(verify)).toMatchObject(none);
  cli.write('receipts.jsonl', text.replace('"receipts":0', '"receipts":1'));
  const changed = { code: 1, said: expect.stringMatching(/line 1 was changed/) };
  expect(await cli.run(verify)).toMatchObject(changed);
  const wrong = cli.run(['audit', 'key'], { env: { RECEIPT_KEY: 'bm9uZQ==' } });
  await expect(wrong).rejects.toThrow(/RECEIPT_KEY must be|RECEIPT_KEY: must be/);
  await expect(cli.run(['verify'])).rejects.toThrow(/Which file/);
});
