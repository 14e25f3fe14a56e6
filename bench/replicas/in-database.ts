import { randomUUID } from 'node:crypto';
import pg from 'pg';

/**
 * Runs `work` with the address of an empty database on the PostgreSQL server of `BENCH_DATABASE_URL`, whose user
 * may create databases, and drops it at the end.
 */
export async function inDatabase<T>(work: (url: string) => Promise<T>): Promise<T> {
  const server = process.env['BENCH_DATABASE_URL'];
  if (!server)
    throw new Error(
      'BENCH_DATABASE_URL must name a PostgreSQL server: postgres://user@host/postgres',
    );
  const name = `sextant_bench_${randomUUID().replaceAll('-', '')}`;
  await asAdmin(server, `create database ${name}`);
  try {
    const url = new URL(server);
    url.pathname = name;
    return await work(url.href);
  } finally {
    await asAdmin(server, `drop database ${name} with (force)`);
  }
}

async function asAdmin(url: string, statement: string): Promise<void> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    await admin.query(statement);
  } finally {
    await admin.end();
  }
}
