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
import { keptAt, storeRuns } from './stored-rows.js';

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
