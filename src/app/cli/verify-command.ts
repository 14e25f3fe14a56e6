import { createPublicKey, type KeyObject } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { configError, messageOf } from '../../foundation/errors.js';
import { ReceiptCheck, type ReceiptReport } from '../../store/receipt-check.js';
import type { Command } from './cli-context.js';

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
