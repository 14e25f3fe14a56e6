import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../src/app/config/config.js';
import { silentLogger } from '../../src/foundation/logger.js';
import { oneModel } from '../../src/llm/models.js';
import { startServer } from '../../src/app/server.js';
import type { Database } from '../../src/store/database.js';
import { openDatabase } from '../../src/store/open-database.js';
import { inTurn } from '../measure.js';
import { benchModel } from '../overhead/bench-model.js';

/** The times of one chat with a tool call, in ms. */
export interface RunCost {
  what: string;
  count: number;
  leastMs: number;
  medianMs: number;
}

const ROUNDS = 60;
const WARM_UP = 20;

/**
 * Chats with longer and longer histories, and on servers with more and more stored runs: one of each in
 * turn, again and again, so that what else the machine does meets all alike.
 */
export async function runCosts(
  histories: readonly number[],
  stored: readonly number[],
): Promise<RunCost[]> {
  const servers: Server[] = [];
  try {
    for (const count of stored) servers.push(await startWith(count));
    const [empty] = servers as [Server];
    const cases: Record<string, () => Promise<void>> = {};
    for (const count of histories) {
      const history = historyOf(count);
      cases[`messages of history ${count}`] = () => chat(empty.url, history);
    }
    for (const [i, count] of stored.entries()) {
      const { url } = servers[i]!;
      cases[`stored runs ${count}`] = () => chat(url, []);
    }
    for (let chats = 0; chats < WARM_UP; chats += 1) {
      for (const { url } of servers) await chat(url, []);
    }
    const times = await inTurn(cases, ROUNDS);
    return Object.entries(times).map(([name, { least, median }]) => {
      const [, what = '', count] = /^(.*) (\d+)$/.exec(name) ?? [];
      return { what, count: Number(count), leastMs: least, medianMs: median };
    });
  } finally {
    for (const server of servers) await server.close();
  }
}

interface Server {
  url: string;
  close(): Promise<void>;
}

/** A server whose embedded database has so many stored runs. */
async function startWith(runs: number): Promise<Server> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sextant-scale-'));
  const db = await openDatabase({ databaseUrl: undefined, dataDir });
  const config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    SAMPLE_DOCUMENTS: 'off',
    LLM_PROVIDER: 'none',
    EMBEDDER: 'none',
  });
  const server = await startServer(config, silentLogger, { db, models: oneModel(benchModel) });
  await storeRuns(db, runs);
  const close = async (): Promise<void> => {
    await server.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { url: server.url, close };
}

function historyOf(messages: number): { role: string; content: string }[] {
  return Array.from({ length: messages }, (_, i) => ({
    role: i % 2 === 0 ? 'user' : 'assistant',
    content: 'A message of some length, as people and models write them. '.repeat(3),
  }));
}

async function chat(url: string, history: readonly object[]): Promise<void> {
  const message = JSON.stringify({ chunks: 20, call: true });
  const answer = await fetch(`${url}/v1/agent/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ message, history, context_type: 'tables' }),
  });
  const text = await answer.text();
  if (!text.includes('message_complete')) throw new Error(text.slice(-500));
}

/** Runs that ended, each with a conversation of two messages and two rows of events. */
async function storeRuns(db: Database, count: number): Promise<void> {
  const PORTION = 10_000;
  for (let done = 0; done < count; done += PORTION) {
    const some = Math.min(PORTION, count - done);
    await db.query(
      `with made as (
         insert into sextant.conversations (id, user_id, context_type)
         select gen_random_uuid(), 'user ' || nth % 1000, 'tables' from generate_series(1, $1) as nth
         returning id, user_id
       ), said as (
         insert into sextant.messages (conversation_id, position, message)
         select id, position, '{"role": "user", "content": "hello"}' from made, generate_series(1, 2) as position
       ), ran as (
         insert into sextant.runs (id, user_id, conversation_id, context_type, message, state, last_seq,
           request_hash, process, instance_id, lease_until, ended_at)
         select gen_random_uuid(), user_id, id, 'tables', 'hello', 'completed', 20, '', 'bench',
           gen_random_uuid(), now(), now() from made
         returning id
       )
       insert into sextant.run_events (run_id, first_seq, last_seq, frames)
       select id, first_seq, first_seq + 9, repeat('x', 900) from ran, (values (1), (11)) as batch(first_seq)`,
      [some],
    );
  }
}
