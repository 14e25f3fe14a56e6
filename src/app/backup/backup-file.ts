import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { AppError, configError, messageOf } from '../../foundation/errors.js';
import {
  type RowTotal,
  isSameTotal,
  RowDigest,
  sqlName,
  type PortableTable,
} from '../../store/portable-table.js';
import { erpMigrations } from '../../../samples/erp/seed.js';
import type { AnyPlugin } from '../../host/plugin.js';
import { knowledgeMigrations } from '../../knowledge/knowledge.js';
import type { Queryable } from '../../store/database.js';
import { coreMigrations, historyOf, type MigrationSet } from '../../store/migrate.js';
import { migrationsOf } from '../migrations.js';

/** The number of the format; a file with another one is refused. */
export const BACKUP_FORMAT = 1;

interface BackupHeader {
  sextant_backup: number;
  version: string;
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

  async addLines(lines: readonly string[]): Promise<void> {
    if (this.gzip.write(`${lines.join('\n')}\n`)) return;
    await Promise.race([once(this.gzip, 'drain'), this.written]);
  }

  async end(): Promise<void> {
    this.gzip.end();
    await this.written;
  }

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

function unreadable(path: string, why: unknown): AppError {
  return configError(
    `${path} is no whole backup of Sextant: ${typeof why === 'string' ? why : messageOf(why)}. Take another one; "sextant backup" writes it.`,
  );
}

export interface BackupSummary {
  header: BackupHeader;
  tables: ReadonlyMap<string, RowTotal>;
  rows: number;
}

/** Reads the whole of a backup; rejects with `config_error` unless every row of it is there as it was written. */
export async function checkBackup(path: string): Promise<BackupSummary> {
  const tables = new Map<string, RowTotal>();
  let header: BackupHeader | undefined;
  let digest = new RowDigest();
  let isWhole = false;
  for await (const part of readBackup(path)) {
    switch (part.kind) {
      case 'header':
        header = part.header;
        refuseOtherFormat(path, header);
        break;
      case 'file':
        break;
      case 'table':
        digest = new RowDigest();
        break;
      case 'rows':
        for (const line of part.lines) digest.add(line);
        break;
      case 'end':
        if (!isSameTotal(part, digest.total))
          throw unreadable(path, `the rows of ${part.end} are not those that were written`);
        tables.set(part.end, digest.total);
        break;
      case 'whole':
        isWhole = part.whole === tables.size;
    }
  }
  if (header === undefined || !isWhole) throw unreadable(path, 'its end is missing');
  const rows = [...tables.values()].reduce((sum, total) => sum + total.rows, 0);
  return { header, tables, rows };
}

function refuseOtherFormat(path: string, { sextant_backup, version }: BackupHeader): void {
  if (sextant_backup === BACKUP_FORMAT) return;
  throw configError(
    `${path} was written by Sextant ${version} in format ${sextant_backup}, this one reads format ${BACKUP_FORMAT}. Restore it with that version, then update the server.`,
  );
}

const CORE = nameOf(coreMigrations);

/** The newest migration of each history of a database. Rejects for one that this server has not brought up to date yet. */
export async function historiesOf(on: Queryable, tables: readonly PortableTable[]) {
  const histories: Record<string, number> = {};
  for (const table of tables) {
    if (!/\.schema_version(_|$)/.test(table.name)) continue;
    const [row] = await on.query<{ version: number | null }>(
      `select max(version) as version from ${sqlName(table)}`,
    );
    histories[table.name] = row?.version ?? 0;
  }
  if ((histories[CORE] ?? 0) >= (coreMigrations.first ?? 1)) return histories;
  throw configError(
    'The database holds no tables of this server, or those of one from before 0.1. Start this server on it once, then try again.',
  );
}

/** Migrations of the tables a backup was written from. `config_error`: it is newer, or has tables of an absent plugin. */
export function migrationsFor(
  histories: Readonly<Record<string, number>>,
  plugins: readonly AnyPlugin[],
): MigrationSet[] {
  const sets = [...migrationsOf(plugins), knowledgeMigrations, erpMigrations];
  const missing = Object.keys(histories).find((name) => !sets.some((set) => nameOf(set) === name));
  if (missing !== undefined) throw noPlugin(missing);
  return sets.flatMap((set) => {
    const upTo = histories[nameOf(set)];
    return upTo === undefined ? [] : [{ ...set, upTo }];
  });
}

function nameOf(set: MigrationSet): string {
  return `${set.schema}.${historyOf(set)}`;
}

function noPlugin(history: string): AppError {
  const plugin = history.split('.schema_version_')[1]?.replaceAll('_', '-');
  return configError(
    plugin === undefined
      ? `The backup has tables with the history ${history}, which no part of this server makes. Restore it with the server that wrote it.`
      : `The backup has tables of the plugin "${plugin}", which is not there. Name the plugin in the config file (plugins:), then repeat.`,
  );
}
