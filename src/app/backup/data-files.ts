import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, normalize, sep } from 'node:path';
import { configError } from '../../foundation/errors.js';

/** A file of the data directory that is no part of the database, by its path in there. */
export interface DataFile {
  file: string;
  base64: string;
}

/** What is kept beside the database and cannot be made again: approved MCP tools, the key of sign-ins. Vectors can. */
export async function readDataFiles(dataDir: string): Promise<DataFile[]> {
  const pins = (await namesIn(join(dataDir, 'mcp'))).filter((name) => name.endsWith('.json'));
  const own = (await namesIn(dataDir)).filter((name) => name === 'sign-in.key');
  const files = [...own, ...pins.map((name) => join('mcp', name))];
  return Promise.all(
    files.map(async (file) => ({
      file,
      base64: (await readFile(join(dataDir, file))).toString('base64'),
    })),
  );
}

/** Puts a file back; one that is there already stays, unless it is the same. */
export async function writeDataFile(dataDir: string, { file, base64 }: DataFile): Promise<void> {
  const path = join(dataDir, normalize(file));
  if (!path.startsWith(join(dataDir, sep)))
    throw configError(`The backup has a file outside of its folder: ${file}.`);
  const content = Buffer.from(base64, 'base64');
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  try {
    await writeFile(path, content, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (content.equals(await readFile(path))) return;
    throw configError(
      `${path} is there and is another one than in the backup. Restore into a DATA_DIR of its own.`,
    );
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
