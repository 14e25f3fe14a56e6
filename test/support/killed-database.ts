import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../src/store/database.js';
import { openDatabase } from '../../src/store/open-database.js';
import { copyTemplate } from './embedded-template.js';
import { openPostgresCopy, urlOf } from './postgres-template.js';

/** An empty database of its own that outlives the processes which use it. */
export interface KilledDatabase {
  /** A data directory, or the URL of a database on a server. */
  place: string;
  /** Looks into it once nobody uses it any more, and removes it. */
  end: (look: (db: Database) => Promise<void>) => Promise<void>;
}

/** Makes one of this kind. */
export async function makeKilledDatabase(kind: Database['kind']): Promise<KilledDatabase> {
  return kind === 'embedded' ? killedEmbedded() : killedPostgres();
}

async function killedEmbedded(): Promise<KilledDatabase> {
  const place = await mkdtemp(join(tmpdir(), 'sextant-kill-'));
  await copyTemplate('store', place);
  const end: KilledDatabase['end'] = async (look) => {
    const db = await openDatabase({ databaseUrl: undefined, dataDir: place });
    await look(db);
    await db.close();
    await rm(place, { recursive: true });
  };
  return { place, end };
}

async function killedPostgres(): Promise<KilledDatabase> {
  const db = await openPostgresCopy('store');
  const [row] = await db.query<{ name: string }>('select current_database() as name');
  const end: KilledDatabase['end'] = async (look) => {
    await look(db);
    await db.close();
  };
  return { place: urlOf(row?.name ?? ''), end };
}
