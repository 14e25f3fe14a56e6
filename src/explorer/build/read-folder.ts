import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { AppError } from '../../foundation/errors.js';
import { knownExtensions, kindOfName } from '../../knowledge/parsing/document-kind.js';

/** A file that may become a document. */
export interface SourceFile {
  /** Below the folder, with slashes. */
  path: string;
  bytes: Uint8Array;
  sha256: string;
}

/** Goes into each document's hash: another way of reading rebuilds all documents. */
const READ_AS = 'outline-3';

/** The files below a folder that can be read, by path; `config_error` when there are none. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (cause: unknown) => {
      throw new AppError('config_error', `The folder ${folder} cannot be read.`, [], { cause });
    },
  );
  const paths = entries
    .filter((entry) => entry.isFile() && kindOfName(entry.name) !== undefined)
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  if (paths.length > 0) return paths.sort();
  const endings = knownExtensions.join(', ');
  throw new AppError('config_error', `The folder ${folder} holds no document (${endings}).`);
}

/** One of {@link filesIn}. */
export async function readSource(folder: string, path: string): Promise<SourceFile> {
  const bytes = await readFile(join(folder, path));
  const sha256 = createHash('sha256').update(READ_AS).update(bytes).digest('hex');
  return { path: path.replaceAll('\\', '/'), bytes, sha256 };
}
