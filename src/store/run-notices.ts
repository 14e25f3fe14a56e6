import pg from 'pg';
import { repeat } from '../foundation/clock.js';
import type { Database } from './database.js';
import type { RunNotice } from './run-log/run-log.model.js';
import { Together } from './together.js';

/** The name, in SQL, of the channel on which PostgreSQL tells of news about runs; {@link readNotices} reads the payload. */
export const RUN_CHANNEL = `(select 'sextant_runs_' || last_value from sextant.run_channel)`;
/** PostgreSQL takes less than 8,000 bytes. */
const PAYLOAD_BYTES = 7_900;
const NOTIFY = `select pg_notify(${RUN_CHANNEL}, payload) from unnest($1::text[]) as payload`;

/**
 * Tells the servers of one database of news, those of a run in their order. By statements of its own: PostgreSQL holds
 * its lock for notifications until the disk has what is stored with them. Where one is lost, readers look by the clock.
 */
export class Notices {
  private readonly together: Together<string, void>;

  constructor(private readonly db: Database) {
    const send = async (notices: readonly string[]): Promise<void[]> => {
      await db.query(NOTIFY, [payloadsOf(notices)]).catch(() => {});
      return [];
    };
    this.together = new Together(send, { most: 1_000 });
  }

  /** Frames that are too long for a notification are left out. */
  tell(notice: RunNotice): void {
    if (this.db.kind === 'embedded') return;
    const whole = JSON.stringify(notice);
    const fits = Buffer.byteLength(whole) + 2 <= PAYLOAD_BYTES;
    void this.together.ask(fits ? whole : JSON.stringify({ id: notice.id }));
  }
}

/** As many notices in each as fit. */
function payloadsOf(notices: readonly string[]): string[] {
  const groups: string[][] = [];
  let left = 0;
  for (const notice of notices) {
    const bytes = Buffer.byteLength(notice) + 1;
    if (bytes > left) {
      groups.push([]);
      left = PAYLOAD_BYTES - 1;
    }
    groups.at(-1)?.push(notice);
    left -= bytes;
  }
  return groups.map((group) => `[${group.join()}]`);
}

/** What a notification says; of a durable run its id alone, as that is told with what is stored. */
export function readNotices(payload: string): RunNotice[] {
  return payload.startsWith('[') ? (JSON.parse(payload) as RunNotice[]) : [{ id: payload }];
}

/** A connection of its own on which PostgreSQL tells of news about runs. */
export interface RunListener {
  /** False while the connection is down and news may be missed. */
  readonly isListening: boolean;
  close(): Promise<void>;
}

const RETRY_MS = 1_000;
/** So often the connection is tried, and so long an answer may take. */
const BEAT_MS = 10_000;

/**
 * Calls `news` with what each notification says; connects again by itself when the connection breaks, and calls
 * `missed` when it is back. Never rejects: without it readers look again by the clock.
 */
export function listenToRuns(
  databaseUrl: string,
  news: (payload: string) => void,
  missed: () => void,
  beatMs = BEAT_MS,
): RunListener {
  let client: pg.Client | undefined;
  let closed = false;
  let listening = false;
  let retry: NodeJS.Timeout | undefined;

  const connect = async (): Promise<void> => {
    const next = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'sextant runs',
      connectionTimeoutMillis: beatMs,
      query_timeout: beatMs,
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

  // One that swallows what is sent would look as if there were no news.
  const tryIt = async (): Promise<void> => {
    const asked = listening ? client : undefined;
    await asked?.query('select').catch(() => again(asked));
  };
  const stopTrying = repeat(beatMs, tryIt, () => {});

  void connect();
  return {
    get isListening() {
      return listening;
    },
    close: async () => {
      closed = true;
      listening = false;
      clearTimeout(retry);
      stopTrying();
      await client?.end().catch(() => {});
    },
  };
}
