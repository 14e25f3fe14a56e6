import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DEFAULT_KB, SHARED_OWNER } from '../../src/knowledge/document.model.js';
import type { Knowledge } from '../../src/knowledge/knowledge.js';
import { kindOf, kindOfName } from '../../src/knowledge/parsing/document-kind.js';

/** The documents lie beside this file; the build copies them. */
const HANDBOOK = fileURLToPath(new URL('./', import.meta.url));

/** Takes in the sample handbook for all users, into the default knowledge base. What is there already stays. */
export async function addHandbook(knowledge: Knowledge, directory = HANDBOOK): Promise<void> {
  const names = (await readdir(directory)).filter((name) => kindOfName(name) !== undefined);
  for (const fileName of names.sort()) {
    const bytes = await readFile(join(directory, fileName));
    const kind = kindOf(fileName, bytes);
    await knowledge.add({ userId: SHARED_OWNER, kbId: DEFAULT_KB, fileName, kind, bytes });
  }
}
