import { useOpened } from '../../../test/support/use-opened.js';
import { openTestDatabase } from '../../../test/support/database.js';
import { newId } from '../../foundation/ids.js';
import { silentLogger } from '../../foundation/logger.js';
import { LearnedExampleStore } from '../../store/learned-examples.store.js';
import { RunFeedbackStore } from '../../store/conversation-views.store.js';
import { LearnFromUse } from './learn-from-use.js';

/** Never goes back: what one test has done is over in the next. */
let now = Date.now() + 60_000;
const db = useOpened(() => openTestDatabase('store'));
beforeEach(async () => {
  await db.query('delete from sextant.learned_examples');
  await db.query('delete from sextant.learned_until');
  now += 60_000;
});

const MESSAGE = 'Refund the last payment of this customer';

const threeFour = async (_: string): Promise<Float32Array> => Float32Array.of(3, 4);

async function learning(isOn = true, { embed = threeFour, embedderId = 'test' } = {}) {
  const learn = new LearnFromUse({
    store: new LearnedExampleStore(db),
    embed,
    embedderId,
    isOn,
    logger: silentLogger,
    isTool: (name: string) => name !== 'gone',
    clock: () => new Date(now),
  });
  await learn.onModuleInit();
  learn.onApplicationShutdown();
  return learn;
}

type Call = [string, string, string];
const READ: Call = ['refund', 'read', 'succeeded'];
const DID: Call = ['refund', 'write', 'succeeded'];
const PROPOSED: Call = ['proposed', 'preview', 'succeeded'];
const FOUND: Call = ['found', 'read', 'succeeded'];

async function ranWell(userId: string, atMs: number, calls: Call[]) {
  const [run, conversation] = [newId(), newId()];
  const sql = 'insert into sextant.conversations (id, user_id, context_type) values ($1, $2, $3)';
  await db.query(sql, [conversation, userId, 'tables']);
  await db.query(
    `insert into sextant.runs (id, user_id, conversation_id, context_type, message, request_hash,
       state, ended_at) values ($1, $2, $3, 'tables', $4, '', 'completed', $5)`,
    [run, userId, conversation, MESSAGE, new Date(atMs)],
  );
  for (const [nth, [name, effect, state]] of calls.entries())
    await db.query(
      `insert into sextant.tool_calls (run_id, tool_use_id, user_id, name, effect, state)
       values ($1, $2, $3, $4, $5, $6)`,
      [run, `call_${nth}`, userId, name, effect, state],
    );
  return { run, conversation };
}

async function decided(run: string, userId: string, state: string, atMs: number, attempt = 'a') {
  await db.query(
    `insert into sextant.previews (id, user_id, run_id, conversation_id, tool_use_id, kind, description,
       payload, payload_text, payload_sha256, state, decided_at, expires_at, attempt)
     values ($1, $2, $3, $4, 'call_0', 'k', '', '{}', '{}', '', $5, $6, $6, $7)`,
    [newId(), userId, run, newId(), state, new Date(atMs), attempt],
  );
}

/** Lets a minute pass in which `work` comes to pass. */
async function minute(learn: LearnFromUse, work: (atMs: number) => Promise<unknown>) {
  await learn.learn();
  await work(now);
  now += 60_000;
  await learn.learn();
}

test('tools that did the work are learned, with no word of the message; after a restart too', async () => {
  const learn = await learning();
  await minute(learn, (at) =>
    ranWell('ada', at, [
      ['refund', 'write', 'failed'],
      ['refund', 'write', 'succeeded'],
      ['broken', 'read', 'failed'],
      ['gone', 'read', 'succeeded'],
      ['proposed', 'preview', 'succeeded'],
    ]),
  );
  expect([...(await learn.gains(MESSAGE, 'ada')).keys()]).toEqual(['refund']);
  expect(await learn.gains(MESSAGE, 'bob')).toEqual(new Map());
  const rows = await db.query('select * from sextant.learned_examples');
  expect(JSON.stringify(rows).toLowerCase()).not.toMatch(/payment|customer/);
  expect(await (await learning()).gains(MESSAGE, 'ada')).toEqual(await learn.gains(MESSAGE, 'ada'));
});

test('what was learned with another embedder gets a vector of this one, once it works', async () => {
  await minute(await learning(), (at) => ranWell('ada', at, [DID]));
  const said: string[] = [];
  const isDown = { now: true };
  const embed = async (text: string) => {
    said.push(text);
    if (isDown.now) throw new Error('down');
    return Float32Array.of(0, 5, 0);
  };
  const stored = () => db.query('select embedder, vector from sextant.learned_examples');
  const other = await learning(true, { embed, embedderId: 'other' });
  const before = await stored();
  await minute(other, async () => undefined);
  expect(await stored()).toEqual(before);
  isDown.now = false;
  await minute(other, async () => undefined);
  const vector = Buffer.from(Float32Array.of(0, 1, 0).buffer).toString('base64');
  expect(await stored()).toEqual([{ embedder: 'other', vector }]);
  expect(new Set(said)).toEqual(new Set([MESSAGE]));
  // In other words, but of the same meaning: found by the new vector alone.
  expect((await other.gains('Give it all back, please', 'ada')).get('refund')).toBeGreaterThan(0);
  said.length = 0;
  await minute(other, async () => undefined);
  expect(said).toEqual([]);
});

test('decisions of people count for and against, those of a policy do not', async () => {
  const learn = await learning();
  await minute(learn, async (at) => {
    for (const [tool, state, attempt] of [
      ['good', 'accepted', 'a'],
      ['bad', 'rejected', 'a'],
      ['direct', 'accepted', 'a/direct'],
    ] as const) {
      const { run } = await ranWell('ada', 0, [[tool, 'preview', 'succeeded']]);
      await decided(run, 'ada', state, at, attempt);
    }
  });
  const gains = await learn.gains(MESSAGE, 'ada');
  const signs = ['good', 'bad', 'direct'].map((tool) => Math.sign(gains.get(tool) ?? 0));
  expect(signs).toEqual([1, -1, 0]);
});

async function rated(run: string, userId: string, rating: 'up' | 'down' | null, atMs: number) {
  const store = new RunFeedbackStore(db);
  if (rating === null) await store.takeBack(userId, run, new Date(atMs));
  else await store.rate(userId, run, rating, new Date(atMs));
}

test('a thumb up makes examples of all tools that did their work, whatever else says so', async () => {
  const learn = await learning();
  await minute(learn, async (at) => {
    const { run } = await ranWell('ada', 0, [PROPOSED, ['broken', 'read', 'failed'], FOUND]);
    await db.query(`update sextant.runs set state = 'failed' where id = $1`, [run]);
    await rated(run, 'ada', 'up', at);
  });
  expect([...(await learn.gains(MESSAGE, 'ada')).keys()].sort()).toEqual(['found', 'proposed']);
});

test('a thumb down counts against, cancels what was learned from the run, and can be taken back', async () => {
  const learn = await learning();
  let run = '';
  const gain = async () => (await learn.gains(MESSAGE, 'ada')).get('refund') ?? 0;
  await minute(learn, async (at) => void ({ run } = await ranWell('ada', at, [READ])));
  const learned = await gain();
  expect(learned).toBeGreaterThan(0);
  await minute(learn, (at) => rated(run, 'ada', 'down', at));
  expect(await gain()).toBeLessThan(0);
  expect(learn.countOf('ada')).toBe(1);
  await minute(learn, (at) => rated(run, 'ada', 'up', at));
  expect(await gain()).toBeGreaterThan(0);
  await minute(learn, (at) => rated(run, 'ada', 'down', at));
  await minute(learn, (at) => rated(run, 'ada', null, at));
  expect(await gain()).toBeCloseTo(learned, 6);
  expect(learn.countOf('ada')).toBe(1);
});

test('a decision stands beside a thumb: what was rejected is not learned for', async () => {
  const learn = await learning();
  await minute(learn, async (at) => {
    const { run } = await ranWell('ada', 0, [['bad', 'preview', 'succeeded'], FOUND]);
    await decided(run, 'ada', 'rejected', at);
    await rated(run, 'ada', 'up', at);
  });
  const gains = await learn.gains(MESSAGE, 'ada');
  expect([gains.get('bad')! < 0, gains.get('found')! > 0]).toEqual([true, true]);
});

test('poisoning: thumbs of one user move nothing for another, and no one rates the run of another', async () => {
  const learn = await learning();
  let ofAda = '';
  await minute(learn, async (at) => void ({ run: ofAda } = await ranWell('ada', at, [READ])));
  const before = await learn.gains(MESSAGE, 'ada');
  await minute(learn, async (at) => {
    for (let nth = 0; nth < 20; nth += 1) {
      const { run } = await ranWell('mallory', at, [['delete_all', 'write', 'succeeded']]);
      await rated(run, 'mallory', nth % 2 === 0 ? 'up' : 'down', at);
      await rated((await ranWell('mallory', at, [READ])).run, 'mallory', 'down', at);
    }
    await rated(ofAda, 'mallory', 'down', at);
  });
  expect(learn.countOf('mallory')).toBeLessThanOrEqual(10);
  const after = await learn.gains(MESSAGE, 'ada');
  expect([...after.keys()]).toEqual(['refund']);
  expect(after.get('refund')).toBeCloseTo(before.get('refund')!, 1);
  expect(await learn.gains(MESSAGE, 'bob')).toEqual(new Map());
});

test('users forget their own, an operator all; what was learned goes with its conversation', async () => {
  const learn = await learning();
  let conversation = '';
  await minute(learn, async (at) => {
    for (const user of ['ada', 'bob', 'cy']) ({ conversation } = await ranWell(user, at, [READ]));
  });
  expect(learn.countOf('ada')).toBe(1);
  expect(await learn.forget('ada')).toBe(1);
  expect([learn.countOf('ada'), learn.countOf('bob')]).toEqual([0, 1]);
  await db.query('delete from sextant.conversations where id = $1', [conversation]);
  await learn.learn();
  expect(learn.countOf('cy')).toBe(0);
  expect(await learn.forget()).toBe(1);
});

test('one user keeps five examples for a tool, however many they give', async () => {
  const learn = await learning();
  await minute(learn, async (at) => {
    for (let nth = 0; nth < 8; nth += 1) await ranWell('ada', at, [['x', 'read', 'succeeded']]);
    await ranWell('bob', at, [['x', 'read', 'succeeded']]);
  });
  expect([learn.countOf('ada'), learn.countOf('bob')]).toEqual([5, 1]);
});

test('of a busy minute everything is learned', async () => {
  const learn = await learning();
  await minute(learn, async (at) => {
    await ranWell(
      'ada',
      at,
      Array.from({ length: 320 }, (_, nth) => [`t${nth}`, 'read', 'succeeded']),
    );
  });
  expect(learn.countOf('ada')).toBe(320);
});

test('off: nothing is learned or moved, and what came to pass meanwhile never is', async () => {
  const work = (at: number) => ranWell('ada', at, [READ]);
  await minute(await learning(), work);
  expect(await (await learning(false)).gains(MESSAGE, 'ada')).toEqual(new Map());
  await work(now);
  now += 60_000;
  const on = await learning();
  await on.learn();
  expect(on.countOf('ada')).toBe(1);
});

test('of two servers one learns, both know', async () => {
  const [one, other] = [await learning(), await learning()];
  await minute(one, (at) => ranWell('ada', at, [READ]));
  await other.learn();
  expect([one.countOf('ada'), other.countOf('ada')]).toEqual([1, 1]);
});

test('words that an older rule hashed are made again from the stored messages', async () => {
  const learn = await learning();
  await minute(learn, (at) => ranWell('ada', at, [READ]));
  const gained = await learn.gains(MESSAGE, 'ada');
  await db.query(`update sextant.learned_examples set words = '[7]', words_version = 1`);
  const restarted = await learning();
  expect(gained.size).toBe(1);
  expect(await restarted.gains(MESSAGE, 'ada')).toEqual(gained);
  const rows = await db.query('select words_version from sextant.learned_examples');
  expect(rows).toEqual([{ words_version: 2 }]);
});
