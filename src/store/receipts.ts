import {
  createHash,
  createPrivateKey,
  createPublicKey,
  sign,
  type KeyObject,
  verify,
} from 'node:crypto';
import type { Clock } from '../foundation/clock.js';
import { defined } from '../foundation/defined.js';
import { canonicalJson, type JsonObject, isObject, asObject } from '../foundation/json.js';
import { audit, type AuditEntry, type AuditLog } from './audit-log.store.js';
import type { Queryable } from './database.js';

type ReceiptKind = 'presented' | 'decided' | 'sent' | 'answered' | 'end';

/** A receipt unsigned. Its line is this in canonical JSON (RFC 8785) with `key` and `signature` in base64url. */
export interface Receipt {
  v: 1;
  kind: ReceiptKind;
  at: string;
  preview_id?: string;
  user_id?: string;
  payload_sha256?: string;
  /** The SHA-256 of the line before of the same preview; null: it is the first. */
  prev?: string | null;
  facts: JsonObject;
}

/** What is behind a key of Ed25519 in PKCS #8 and before its 32 bytes. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

export function receiptKeyOf(seed: Uint8Array): KeyObject {
  const key = Buffer.concat([PKCS8, seed]);
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
}

function publicNameOf(key: KeyObject): string {
  const shown = key.type === 'private' ? createPublicKey(key) : key;
  return shown.export({ format: 'jwk' }).x ?? '';
}

export function sha256Of(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Signs what became of previews, in the transaction that tells the audit log of it. */
export class ReceiptSigner {
  private opened: Promise<{ key: KeyObject; name: string }> | undefined;

  constructor(private readonly secret: () => KeyObject | Promise<KeyObject>) {}

  /** The line of a receipt, without a line feed. */
  async sign(receipt: Receipt): Promise<string> {
    const { key, name } = await this.open();
    const signed = { ...receipt, key: name };
    const signature = sign(null, Buffer.from(canonicalJson(signed)), key).toString('base64url');
    return canonicalJson({ ...signed, signature });
  }

  async publicKey(): Promise<string> {
    const { key } = await this.open();
    return createPublicKey(key).export({ format: 'pem', type: 'spki' }).toString();
  }

  /** Adds entries with their receipts, which follow those before of their previews: the transaction has locked those rows. */
  async audit(tx: Queryable, entries: readonly AuditEntry[]): Promise<void> {
    const rows = await tx.query<{ id: string; receipts: string }>(
      `select distinct on (preview_id) preview_id as id, receipts from sextant.audit_log
       where preview_id = any($1::text[]) and receipts is not null order by preview_id, seq desc`,
      [entries.map(({ facts }) => facts['preview_id'])],
    );
    const last = new Map(rows.map(({ id, receipts }) => [id, receipts.split('\n').at(-1)]));
    const all: string[] = [];
    for (const entry of entries) all.push(await this.linesOf(entry, last));
    await audit(tx, entries, all);
  }

  /** `last`: the line before of each preview. */
  private async linesOf(entry: AuditEntry, last: Map<string, string | undefined>) {
    const { preview_id: id, payload_sha256: sha256, owner } = entry.facts;
    const lines: string[] = [];
    for (const { kind, facts } of toldBy(entry)) {
      const before = last.get(String(id));
      const line = await this.sign({
        v: 1,
        kind,
        at: entry.at.toISOString(),
        preview_id: String(id),
        user_id: typeof owner === 'string' ? owner : entry.actor,
        payload_sha256: String(sha256),
        prev: before === undefined ? null : sha256Of(before),
        facts: defined(facts),
      });
      lines.push(line);
      last.set(String(id), line);
    }
    return lines.join('\n');
  }

  private open() {
    return (this.opened ??= Promise.resolve(this.secret()).then((key) => ({
      key,
      name: publicNameOf(key),
    })));
  }
}

/** All receipts in their order, and a signed end that tells how many and which: each with its line feed. */
export async function* receiptLines(
  log: AuditLog,
  signer: ReceiptSigner,
  clock: Clock,
): AsyncGenerator<string> {
  const hash = createHash('sha256');
  let receipts = 0;
  for await (const entry of log.entries()) {
    if (entry.receipts === null) continue;
    const text = `${entry.receipts}\n`;
    hash.update(text);
    receipts += text.split('\n').length - 1;
    yield text;
  }
  const facts = { receipts, sha256: hash.digest('hex') };
  const end = await signer.sign({ v: 1, kind: 'end', at: clock().toISOString(), facts });
  yield `${end}\n`;
}

/** What an entry of the audit log says in receipts; nothing that a request or an answer holds, their hashes alone. */
function toldBy({ action, actor, facts }: AuditEntry): { kind: ReceiptKind; facts: JsonObject }[] {
  const { attempt, edited, state } = facts;
  const decided = (decision: string, more: JsonObject = {}) =>
    ({ kind: 'decided', facts: { decision, by: actor, ...more } }) as const;
  const answered = (as: unknown, error: unknown, more: JsonObject = {}) => {
    const { answer_sha256 } = facts;
    const { code } = (error ?? {}) as JsonObject;
    const told = { state: as, attempt, answer_sha256, error: code, ...more };
    return { kind: 'answered' as const, facts: told };
  };
  switch (action) {
    case 'proposed': {
      const { kind: change, source, run_id, change_set_id, position, expires_at } = facts;
      const of = { change, source, run_id, change_set_id, position, expires_at };
      return [{ kind: 'presented', facts: of }];
    }
    case 'sent': {
      const how = facts['by_policy'] === true ? 'direct' : 'accepted';
      const sent = { attempt, edited, sent_sha256: facts['sent_sha256'] };
      return [decided(how), { kind: 'sent', facts: sent }];
    }
    case 'answered': {
      const { error, recovered, result, ...outcome } = (facts['outcome'] ?? {}) as JsonObject;
      const status = outcome['status'] ?? (result as JsonObject | undefined)?.['status'];
      return [answered(state, error, { status, recovered })];
    }
    case 'released':
      return [answered('waiting', facts['error'])];
    default: {
      const { approver_role, superseded_by } = facts;
      return [decided(action, { approver_role, superseded_by })];
    }
  }
}

interface ReceiptFault {
  line: number;
  fault: string;
}

/** What looking through receipts gave; `open`: previews that were sent, and of which no answer is told. */
export interface ReceiptReport {
  receipts: number;
  faults: ReceiptFault[];
  open: string[];
  /** Previews whose first receipts are not here: retention cut them, or they are older than receipts. */
  begun: number;
  keys: string[];
}

/** More of them tell nothing more. */
const MAX_FAULTS = 100;

interface Chain {
  hash: string;
  kind: string;
  sha256: unknown;
  user: unknown;
  wasSent: boolean;
}

/** Looks through an export of receipts line by line, as bytes without their line feed. */
export class ReceiptCheck {
  private readonly chains = new Map<string, Chain>();
  private readonly hash = createHash('sha256');
  private readonly keys = new Map<string, KeyObject>();
  private readonly faults: ReceiptFault[] = [];
  private line = 0;
  private receipts = 0;
  private begun = 0;
  private hasEnded = false;

  /** `trusted`: the keys that may have signed; none: whichever the lines name. */
  constructor(private readonly trusted: readonly KeyObject[] = []) {
    for (const key of trusted) this.keys.set(publicNameOf(key), key);
  }

  add(bytes: Buffer): void {
    this.line += 1;
    const before = this.hash.copy();
    this.hash.update(bytes).update('\n');
    if (this.hasEnded) this.note('stands behind the end of the export');
    const receipt = readLine(bytes);
    if (receipt === undefined) {
      this.note('is no receipt: not the canonical JSON of one');
      return;
    }
    this.checkSignature(receipt);
    if (receipt['kind'] === 'end') this.checkEnd(receipt, before.digest('hex'));
    else this.checkChain(receipt, bytes);
  }

  report(): ReceiptReport {
    if (!this.hasEnded) this.note('is the last, and not the end of an export: lines are missing');
    const open = [...this.chains].filter(([, { kind }]) => kind === 'sent').map(([id]) => id);
    const { receipts, faults, begun } = this;
    return { receipts, faults, open, begun, keys: [...this.keys.keys()] };
  }

  private note(fault: string): void {
    if (this.faults.length < MAX_FAULTS) this.faults.push({ line: this.line, fault });
  }

  private checkSignature({ signature, ...signed }: JsonObject): void {
    const key = this.keyOf(String(signed['key']));
    if (key === undefined) return this.note('is signed with a key that is not trusted');
    const bytes = Buffer.from(String(signature), 'base64url');
    // The last character of a signature has bits that say nothing.
    const isWhole = bytes.toString('base64url') === signature;
    if (!isWhole || !verify(null, Buffer.from(canonicalJson(signed)), key, bytes))
      this.note('was changed: its signature does not fit');
  }

  private keyOf(name: string): KeyObject | undefined {
    const known = this.keys.get(name);
    if (known !== undefined || this.trusted.length > 0) return known;
    try {
      const jwk = { kty: 'OKP', crv: 'Ed25519', x: name };
      const key = createPublicKey({ key: jwk, format: 'jwk' });
      this.keys.set(name, key);
      return key;
    } catch {
      return undefined;
    }
  }

  private checkEnd({ facts }: JsonObject, sha256: string): void {
    this.hasEnded = true;
    const told = asObject(facts);
    if (told['receipts'] !== this.receipts)
      this.note(`tells of ${String(told['receipts'])} receipts, and ${this.receipts} are here`);
    if (told['sha256'] !== sha256)
      this.note('does not fit the lines before: one was changed, left out, added or moved');
  }

  private checkChain(receipt: JsonObject, bytes: Buffer): void {
    this.receipts += 1;
    const { kind, prev, payload_sha256: sha256, user_id: user } = receipt;
    const id = String(receipt['preview_id']);
    const last = this.chains.get(id);
    if (last !== undefined && prev !== last.hash)
      this.note(`does not follow the receipt before of preview ${id}`);
    if (last !== undefined && (sha256 !== last.sha256 || user !== last.user))
      this.note(`is of another payload or user than preview ${id}`);
    if (last === undefined && kind !== 'presented') this.begun += 1;
    // Of a chain that begins in its middle, what came before is not known.
    if (kind === 'sent' && last !== undefined && last.kind !== 'decided')
      this.note(`is "sent" without a decision on preview ${id}`);
    const wasSent = kind === 'sent' || (last?.wasSent ?? kind !== 'presented');
    if (kind === 'answered' && !wasSent) this.note(`is "answered", and preview ${id} was not sent`);
    this.chains.set(id, { hash: sha256Of(bytes), kind: String(kind), sha256, user, wasSent });
  }
}

/** A line as it was written; undefined for anything that is not what {@link canonicalJson} writes. */
function readLine(bytes: Buffer): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    const isReceipt = isObject(value) && value['v'] === 1 && typeof value['kind'] === 'string';
    return isReceipt && bytes.equals(Buffer.from(canonicalJson(value))) ? value : undefined;
  } catch {
    return undefined;
  }
}
