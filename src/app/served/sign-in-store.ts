import { hkdfSync, randomBytes, type KeyObject } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ifCode } from '../../foundation/errors.js';
import { Sealer } from '../../foundation/secrets.js';
import { receiptKeyOf, ReceiptSigner } from '../../store/receipts.js';

const PURPOSE = 'sextant sign-ins at MCP servers';

export interface SecretSettings {
  dataDir: string;
  signInKey: string | undefined;
}

/** The secret of all servers that were given the same, else this server's own, which is made when it is needed. */
export async function serverSecret({ dataDir, signInKey }: SecretSettings): Promise<string> {
  return signInKey ?? keptSecret(dataDir);
}

/** What sign-ins are sealed with; its key is `SIGN_IN_KEY`, else one in the folder of data that is made when it is needed. */
export function signInSealer(settings: SecretSettings, purpose = PURPOSE): () => Promise<Sealer> {
  let sealer: Promise<Sealer> | undefined;
  const open = async () => new Sealer(await serverSecret(settings), purpose);
  return () => (sealer ??= open());
}

/** What signs receipts: `RECEIPT_KEY`, else a key that is made of the secret. */
export function receiptSigner(
  settings: SecretSettings & { receiptKey: KeyObject | undefined },
): ReceiptSigner {
  const made = (secret: string) => hkdfSync('sha256', secret, '', 'sextant receipts', 32);
  return new ReceiptSigner(
    async () =>
      settings.receiptKey ?? receiptKeyOf(new Uint8Array(made(await serverSecret(settings)))),
  );
}

/** Made under another name and then linked, so that no other server reads half of it. */
async function keptSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, 'sign-in.key');
  const made = `${path}.${process.pid}.new`;
  await mkdir(dataDir, { recursive: true });
  await writeFile(made, randomBytes(32).toString('base64url'), { mode: 0o600 });
  try {
    await link(made, path).catch(ifCode('EEXIST', undefined));
  } finally {
    await rm(made, { force: true });
  }
  return readFile(path, 'utf8');
}
