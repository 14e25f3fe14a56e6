import { closing } from '../../foundation/program.js';
import { resolve } from 'node:path';
import { createPublicKey, type KeyObject } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { configError, messageOf } from '../../foundation/errors.js';
import { receiptLines, ReceiptCheck, type ReceiptReport } from '../../store/receipts.js';
import { systemClock } from '../../foundation/clock.js';
import { receiptSigner } from '../served/sign-in-store.js';
import { AuditLog } from '../../store/audit-log.store.js';
import type { Database } from '../../store/database.js';
import { migrate, coreMigrations } from '../../store/migrate.js';
import { openDatabase } from '../../store/open-database.js';
import { readConfig } from '../config/config.js';
import type { CliContext, Command, CliValues } from './cli-context.js';

/** Looks through the audit log of the configured database, as long as no server holds it, or prints it. */
export const auditCommand: Command = async ([action], values, { env, folder, say }) => {
  const known = ['verify', 'export', 'receipts', 'key'];
  if (action === undefined || !known.includes(action))
    throw configError(`What with the audit log? There is: ${known.join(', ')}.`);
  const read = readConfig(env);
  const config = { ...read, dataDir: resolve(folder, read.dataDir) };
  const signer = receiptSigner(config);
  if (action === 'key') {
    say((await signer.publicKey()).trimEnd());
    return 0;
  }
  const db = await openDatabase(config);
  return closing(db, async () => {
    await migrate(db, coreMigrations);
    if (action === 'verify') return verifyLog(db, values, say);
    if (action === 'export') return exportLog(db, values, say);
    for await (const lines of receiptLines(new AuditLog(db), signer, systemClock))
      say(lines.trimEnd());
    return 0;
  });
};

/** Computes the chain again; `seq` and `hash` are of an entry that was noted before. */
export async function verifyLog(
  db: Database,
  { seq, hash }: CliValues,
  say: CliContext['say'],
): Promise<number> {
  const noted = seq === undefined || hash === undefined ? undefined : { seq: Number(seq), hash };
  const { ok, entries, head, fault } = await new AuditLog(db).verify(noted);
  say(
    ok
      ? `${entries} entries, each follows the one before. The last is ${head.seq} ${head.hash}: note it elsewhere, and "sextant audit verify --seq ${head.seq} --hash …" tells later whether it is still there.`
      : `The audit log is not whole: ${fault}. ${entries} entries before that are.`,
  );
  return ok ? 0 : 1;
}

export async function exportLog(
  db: Database,
  { after = '0' }: CliValues,
  say: CliContext['say'],
): Promise<number> {
  for await (const entry of new AuditLog(db).entries(Number(after))) say(JSON.stringify(entry));
  return 0;
}

const MAX_LINE = 1024 * 1024;

/** Looks through a file of receipts, without database, server or network. */
export const verifyCommand: Command = async ([file], { key = [] }, { folder, say }) => {
  if (file === undefined) throw configError('Which file? "sextant audit receipts" prints one.');
  const check = new ReceiptCheck(key.map((path) => publicKeyIn(resolve(folder, path))));
  for await (const line of linesOf(resolve(folder, file))) check.add(line);
  const report = check.report();
  for (const { line, fault } of report.faults) say(`line ${line} ${fault}`);
  if (report.faults.length > 0) return 1;
  say(whole(report, key.length > 0));
  return 0;
};

function whole({ receipts, open, begun, keys }: ReceiptReport, isTrusted: boolean): string {
  const named = isTrusted
    ? 'by the keys given'
    : `by ${keys.join(', ')}: --key with the server's public key tells whether that is its own`;
  return [
    `${receipts} receipts, all of them whole and in order, signed ${named}.`,
    ...(begun > 0 ? [`${begun} previews began before the first receipt here.`] : []),
    ...open.map((id) => `Sent, and no answer is told of: preview ${id}.`),
  ].join('\n');
}

function publicKeyIn(path: string): KeyObject {
  try {
    const key = createPublicKey(readFileSync(path));
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch (error) {
    throw configError(`--key ${path} cannot be read: ${messageOf(error)}`);
  }
  throw configError(`--key ${path} is no Ed25519 key; "sextant audit key" is.`);
}

/** The bytes of each line: decoding them could hide what was changed. */
async function* linesOf(path: string): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0);
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    let bytes = Buffer.concat([rest, chunk]);
    for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10)) {
      yield bytes.subarray(0, at);
      bytes = bytes.subarray(at + 1);
    }
    if (bytes.length > MAX_LINE) throw configError(`${path} is no receipts file.`);
    rest = bytes;
  }
  if (rest.length > 0) yield rest;
}
