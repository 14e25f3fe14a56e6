import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Database } from '../../src/store/database.js';
import { openPostgres } from '../../src/store/open-database.js';
import { fill, templateName, type TestContents } from './template-contents.js';

/** Test processes that make or copy templates on one server take turns on this key. */
const LOCK_KEY = 7_392_620;

/** A database of its own on the server of `TEST_DATABASE_URL`, copied from a template; `close` drops it. */
export async function openPostgresCopy(contents: TestContents): Promise<Database> {
  const name = `sextant_test_${randomUUID().replaceAll('-', '')}`;
  await asAdmin(async (admin) => {
    await admin.query('select pg_advisory_lock($1)', [LOCK_KEY]);
    const template = await postgresTemplate(admin, contents);
    await admin.query(`create database "${name}" template "${template}"`);
  });
  const db = await openPostgres(urlOf(name));
  const close = async () => {
    await db.close();
    await asAdmin((admin) => admin.query(`drop database "${name}" with (force)`));
  };
  return { ...db, close };
}

async function postgresTemplate(admin: pg.Client, contents: TestContents): Promise<string> {
  const name = `sextant_template_${await templateName(contents)}`;
  const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [name]);
  if (rowCount) return name;
  const building = `${name}_building`;
  await admin.query(`drop database if exists "${building}" with (force)`);
  await admin.query(`create database "${building}" template template0`);
  const db = await openPostgres(urlOf(building));
  try {
    await fill(db, contents);
  } finally {
    await db.close();
  }
  await admin.query(`alter database "${building}" rename to "${name}"`);
  return name;
}

/** Runs `work` on a connection of its own; its end also frees the lock. */
async function asAdmin<T>(work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: serverUrl() });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}

function serverUrl(): string {
  const url = process.env['TEST_DATABASE_URL'];
  if (!url) throw new Error('TEST_DATABASE_URL names no server');
  return url;
}

/** The address of an open database. */
export async function urlOfOpen(db: Database): Promise<string> {
  const [row] = await db.query<{ name: string }>('select current_database() as name');
  return urlOf(row?.name ?? '');
}

/** The server's address with another database. */
export function urlOf(database: string): string {
  const url = new URL(serverUrl());
  url.pathname = `/${database}`;
  return url.href;
}
