import { readConfig } from '../../src/app/config/config.js';
import { startServer } from '../../src/app/server.js';
import { newId } from '../../src/foundation/ids.js';
import { silentLogger } from '../../src/foundation/logger.js';
import { oneModel } from '../../src/llm/models.js';
import { PgConversationViewStore } from '../../src/store/conversation-views.store.js';
import type { Database } from '../../src/store/database.js';
import { openPostgres } from '../../src/store/open-database.js';
import { RetentionStore } from '../../src/store/retention.store.js';
import { PgRunLog } from '../../src/store/run-log/run-log.store.js';
import { benchModel } from '../overhead/bench-model.js';
import { inDatabase } from '../replicas/in-database.js';
import { growth, type Growth } from './growth.js';

const ROUNDS = 12;
const TURNS = [5, 50, 500];

/** What requests and housekeeping cost on PostgreSQL with ever more kept; and with a conversation's turns. */
export async function keptCosts(
  counts: readonly number[],
): Promise<Record<'runs' | 'without' | 'turns', Growth>> {
  return inDatabase(async (url) => {
    const db = await openPostgres(url);
    const config = readConfig({
      ...{
        PORT: '0',
        LOG_LEVEL: 'silent',
        SAMPLE_DOCUMENTS: 'off',
        LLM_PROVIDER: 'none',
        EMBEDDER: 'none',
      },
      DATABASE_URL: url,
    });
    const server = await startServer(config, silentLogger, { models: oneModel(benchModel) });
    const get = async (path: string): Promise<string> => {
      const answer = await fetch(`${server.url}/v1/agent/${path}`);
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
      return answer.text();
    };
    const chat = (conversation?: string) => chatOn(server.url, conversation);
    let conversation = await chat();
    const turns = await growth(
      TURNS,
      async (count) => {
        conversation = await chat();
        for (let turn = 1; turn < count; turn += 1) await chat(conversation);
      },
      {
        'the next turn': () => chat(conversation),
        'the conversation, for the page': () => get(`conversations/${conversation}`),
      },
      ROUNDS,
    );
    let kept = 0;
    const growTo = async (count: number) => {
      await storeRuns(db, kept + 1, count);
      kept = count;
    };
    const [run] = await db.query<{ id: string }>('select id from sextant.runs limit 1');
    const runs = await growth(
      counts,
      growTo,
      {
        'a chat with a tool call': () => chat(),
        'a page of conversations': () => get('conversations'),
        'a conversation, for the page': () => get(`conversations/${conversation}`),
        'a run read again': () => get(`runs/${run!.id}/events`),
        'a page of changes': () => get('previews?limit=50'),
        'the first page of the audit log': () => get('audit'),
        ...byIndex(db, get),
        'what a start looks for': () =>
          new PgRunLog(db, { process: 'bench', instanceId: newId() }, 1e6).interrupt(
            false,
            () => '',
            () => [],
          ),
      },
      ROUNDS,
    );
    for (const index of INDEXES) await db.query(`drop index sextant.${index}`);
    const without = await growth([kept], async () => {}, byIndex(db, get), 3);
    await server.close();
    await db.close();
    return { runs, without, turns };
  });
}

/** Those of migration 034. */
const INDEXES = [
  'conversations_by_use',
  'previews_by_end',
  'previews_waiting',
  'audit_log_of_actor',
];

/** What must not read all that is kept. */
function byIndex(
  db: Database,
  get: (path: string) => Promise<string>,
): Record<string, () => unknown> {
  const store = new RetentionStore(db, new PgConversationViewStore(db), () => new Date());
  let oldest = 0;
  return {
    'changes that wait': () => get('previews?state=waiting'),
    'audit log of one who did little': () => get('audit?actor=somebody'),
    'the 5 oldest conversations deleted': () => store.deleteConversations(keptAt((oldest += 5))),
    'the 5 oldest changes deleted': () => store.deletePreviews(keptAt(oldest)),
  };
}

/** One chat with a tool call; answers its conversation. */
async function chatOn(url: string, conversation: string | undefined): Promise<string> {
  const answer = await fetch(`${url}/v1/agent/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      message: JSON.stringify({ chunks: 20, call: true }),
      context_type: 'tables',
      conversation_id: conversation,
    }),
  });
  const text = await answer.text();
  const [, id] = /"conversation_id":"([^"]+)"/.exec(text) ?? [];
  if (id === undefined || !text.includes('message_complete')) throw new Error(text.slice(-500));
  return id;
}

const PORTION = 50_000;
/** Whose rows they are, all of them: nobody is spared what others have stored. */
export const OWNER = 'anonymous';

/** When the `nth` of the stored runs ended. */
function keptAt(nth: number): Date {
  return new Date(Date.UTC(2020, 0, 1) + nth * 60_000);
}

/**
 * Stores the runs `from` to `to`, a minute apart: each ended, in a conversation of its own
 * with two messages, events, a decided change, and its entry in the audit log.
 */
export async function storeRuns(db: Database, from: number, to: number): Promise<void> {
  await db.query(
    'alter table sextant.audit_log disable trigger chain_audit_entry, disable trigger keep_audit_log',
  );
  for (let first = from; first <= to; first += PORTION)
    await db.query(STORE, [first, Math.min(to, first + PORTION - 1), OWNER]);
  await db.query('alter table sextant.audit_log enable trigger all');
  await db.query('update sextant.audit_head set seq = $1', [to]);
  await db.query('vacuum analyze');
}

const STORE = `with numbered as materialized (
    select nth, gen_random_uuid() as id, gen_random_uuid() as run, gen_random_uuid() as set,
      gen_random_uuid() as preview, timestamptz '2020-01-01' + nth * interval '1 minute' as at
    from generate_series($1::int, $2::int) as nth
  ), conversation as (
    insert into sextant.conversations (id, user_id, context_type, created_at, updated_at, last_position)
    select id, $3, 'tables', at, at, 2 from numbered
  ), said as (
    insert into sextant.messages (conversation_id, position, message, run_id, created_at)
    select id, position, '{"role": "user", "content": "hello"}', run, at
    from numbered, generate_series(1, 2) as position
  ), ran as (
    insert into sextant.runs (id, user_id, conversation_id, context_type, message, state, last_seq,
      request_hash, created_at, ended_at)
    select run, $3, id, 'tables', 'hello', 'completed', 20, '', at, at from numbered
  ), told as (
    insert into sextant.run_events (run_id, first_seq, last_seq, frames)
    select run, 1, 20, repeat('x', 900) from numbered
  ), set as (
    insert into sextant.change_sets (id, user_id, run_id, conversation_id, created_at)
    select set, $3, run, id, at from numbered
  ), proposed as (
    insert into sextant.previews (id, user_id, run_id, conversation_id, tool_use_id, kind, description, payload,
      payload_text, payload_sha256, state, created_at, decided_at, expires_at, change_set_id, position)
    select preview, $3, run, id, 'a', 'http_request', '', '{}', '{}', '', 'accepted', at, at, at, set, 1 from numbered
  )
  insert into sextant.audit_log (seq, entry, prev_hash, hash)
  select nth, jsonb_build_object('at', at, 'actor', $3::text, 'preview_id', preview), '', '' from numbered`;
