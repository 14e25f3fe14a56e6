import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { AppError, messageOf } from '../../foundation/errors.js';
import type { RowTotal } from '../../store/portable-table.js';

/** The number of the format; a file with another one is refused. */
export const BACKUP_FORMAT = 1;

/** What the first line of a backup says. */
export interface BackupHeader {
  sextant_backup: number;
  /** The server that wrote it. */
  version: string;
  /** ISO 8601. */
  at: string;
  /** The newest migration of each history, by the name of its table. */
  histories: Record<string, number>;
}

/** A part of a backup: a line of JSON each but for rows, of which some come at a time. */
export type BackupPart =
  | { kind: 'header'; header: BackupHeader }
  | { kind: 'file'; file: string; base64: string }
  | { kind: 'table'; table: string; columns: readonly string[] }
  | { kind: 'rows'; lines: readonly string[] }
  | ({ kind: 'end'; end: string } & RowTotal)
  | { kind: 'whole'; whole: number };

/** Writes a backup, for its owner's eyes only: gzip of JSON lines. */
export class BackupWriter {
  private readonly gzip = createGzip({ level: 6 });
  private readonly written: Promise<void>;

  constructor(path: string) {
    this.written = pipeline(this.gzip, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    // Told by the next line, or by the end.
    this.written.catch(() => {});
  }

  async add(value: object): Promise<void> {
    await this.addLines([JSON.stringify(value)]);
  }

  /** Rows, as they were read. */
  async addLines(lines: readonly string[]): Promise<void> {
    if (this.gzip.write(`${lines.join('\n')}\n`)) return;
    await Promise.race([once(this.gzip, 'drain'), this.written]);
  }

  /** Resolves when all of it is in the file. */
  async end(): Promise<void> {
    this.gzip.end();
    await this.written;
  }

  /** Gives up; what was written stays. */
  async abort(): Promise<void> {
    this.gzip.destroy();
    await this.written.catch(() => {});
  }
}

const ROWS_CHARS = 2_000_000;

/** The parts of a backup in order; rejects with `config_error` when it is no backup or ends too early. */
export async function* readBackup(path: string): AsyncGenerator<BackupPart> {
  let rows: string[] = [];
  let chars = 0;
  try {
    for await (const line of linesOf(path)) {
      if (line.startsWith('[')) {
        rows.push(line);
        chars += line.length;
        if (chars < ROWS_CHARS) continue;
      }
      if (rows.length > 0) yield { kind: 'rows', lines: rows };
      rows = [];
      chars = 0;
      if (!line.startsWith('[')) yield toPart(line, path);
    }
  } catch (error) {
    throw error instanceof AppError ? error : unreadable(path, error);
  }
}

/** The lines of a compressed file; what follows the last line feed is none. */
async function* linesOf(path: string): AsyncGenerator<string> {
  const source = createReadStream(path);
  const text = source.pipe(createGunzip()).setEncoding('utf8');
  source.on('error', (error) => text.destroy(error));
  let begun = '';
  try {
    for await (const chunk of text as AsyncIterable<string>) {
      const [first = '', ...others] = chunk.split('\n');
      begun += first;
      for (const other of others) {
        yield begun;
        begun = other;
      }
    }
  } finally {
    source.destroy();
  }
}

function toPart(line: string, path: string): BackupPart {
  const value = JSON.parse(line) as Record<string, never>;
  if ('sextant_backup' in value) return { kind: 'header', header: value as never };
  for (const kind of ['file', 'table', 'end', 'whole'] as const)
    if (kind in value) return { ...(value as object), kind } as BackupPart;
  throw unreadable(path, 'a line of it is none of a backup');
}

/** Says that a file is no whole backup. */
export function unreadable(path: string, why: unknown): AppError {
  return new AppError(
    'config_error',
    `${path} is no whole backup of Sextant: ${typeof why === 'string' ? why : messageOf(why)}. Take another one; "sextant backup" writes it.`,
  );
}
