import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import type { Database } from '../../src/store/database.js';

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

/** What Linux counts processor time in. */
const TICKS_A_SECOND = 100;

/**
 * Reads the processor time in ms of a PostgreSQL server on this machine, with all its processes, those that have
 * ended included. Rejects where its processes cannot be seen.
 */
export async function postgresCost(db: Database): Promise<() => number> {
  const [row] = await db.query<{ pid: number }>('select pg_backend_pid() as pid');
  const postmaster = statOf(String(row?.pid ?? 0))?.parent;
  if (postmaster === undefined)
    throw new Error('The PostgreSQL server must run on this machine, in sight of /proc.');
  return () => {
    const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    const ticks = all.map((pid) => {
      const stat = statOf(pid);
      if (pid === String(postmaster)) return (stat?.own ?? 0) + (stat?.ended ?? 0);
      return stat?.parent === postmaster ? stat.own : 0;
    });
    return (ticks.reduce((sum, one) => sum + one, 0) / TICKS_A_SECOND) * 1000;
  };
}

/** A process's parent, and what it and its ended children have used; undefined when it is gone. */
function statOf(pid: string): { parent: number; own: number; ended: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may hold blanks.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [parent, own, ended] = [fields[1]!, fields[11]! + fields[12]!, fields[13]! + fields[14]!];
    return { parent, own, ended };
  } catch {
    return undefined;
  }
}
