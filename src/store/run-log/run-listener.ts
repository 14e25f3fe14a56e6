import pg from 'pg';
import { RUN_CHANNEL } from './notices.js';

/** A connection of its own on which PostgreSQL tells of news about runs. */
export interface RunListener {
  /** False while the connection is down and news may be missed. */
  readonly isListening: boolean;
  close(): Promise<void>;
}

const RETRY_MS = 1_000;

/**
 * Calls `news` with what each notification says; connects again by itself when the connection breaks, and calls
 * `missed` when it is back. Never rejects: without it readers look again by the clock.
 */
export function listenToRuns(
  databaseUrl: string,
  news: (payload: string) => void,
  missed: () => void,
): RunListener {
  let client: pg.Client | undefined;
  let closed = false;
  let listening = false;
  let retry: NodeJS.Timeout | undefined;

  const connect = async (): Promise<void> => {
    const next = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'sextant runs',
      keepAlive: true,
    });
    client = next;
    next.on('notification', ({ payload }) => news(payload ?? ''));
    next.on('error', () => again(next));
    next.on('end', () => again(next));
    try {
      await next.connect();
      const { rows } = await next.query<{ name: string }>(`select ${RUN_CHANNEL} as name`);
      await next.query(`listen ${rows[0]?.name}`);
      listening = true;
      missed();
    } catch {
      again(next);
    }
  };
  const again = (broken: pg.Client): void => {
    if (closed || broken !== client) return;
    listening = false;
    client = undefined;
    broken.end().catch(() => {});
    retry = setTimeout(() => void connect(), RETRY_MS).unref();
  };

  void connect();
  return {
    get isListening() {
      return listening;
    },
    close: async () => {
      closed = true;
      listening = false;
      clearTimeout(retry);
      await client?.end().catch(() => {});
    },
  };
}
