import { AppError } from '../../foundation/errors.js';
import { isSameTotal, RowDigest, type RowTotal } from '../../store/portable-table.js';
import { BACKUP_FORMAT, readBackup, unreadable, type BackupHeader } from './backup-file.js';

/** What a whole backup holds. */
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
  throw new AppError(
    'config_error',
    `${path} was written by Sextant ${version} in format ${sextant_backup}, this one reads format ${BACKUP_FORMAT}. Restore it with that version, then update the server.`,
  );
}
