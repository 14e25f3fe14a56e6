import { createHash, createPublicKey, verify, type KeyObject } from 'node:crypto';
import { canonicalJson, isObject, type JsonObject } from '../foundation/json.js';
import { publicNameOf, sha256Of } from './receipts.js';

/** What is wrong, and in which line, from 1. */
export interface ReceiptFault {
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
  /** The public keys that signed, in base64url. */
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
    const told = isObject(facts) ? facts : {};
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
