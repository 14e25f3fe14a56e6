import { withoutNulls, type Database } from './database.js';
import { toJsonb } from './stored-text.js';

/** A call of a tool, or a decision on what it proposed, with the message that it was for. */
export interface ToolVerdict {
  runId: string;
  userId: string;
  message: string;
  tool: string;
  isGood: boolean;
}

export interface NewLearned extends Omit<ToolVerdict, 'message'> {
  words: readonly number[];
  embedder?: string | undefined;
  vector?: Float32Array | undefined;
}

export interface StoredLearned extends NewLearned {
  id: number;
  at: Date;
}

export interface WordRule {
  version: number;
  wordsOf: (message: string) => readonly number[];
}

/** How much is kept: of one user for one tool, for one tool, of one user, and of all together. The latest stay. */
export interface LearnedCaps {
  userAndTool: number;
  tool: number;
  user: number;
  all: number;
}

export interface RemadeVector {
  id: number;
  vector: Float32Array;
}

export const MOST_AT_ONCE = 300;

/** What a policy let through nobody has decided. */
const DECIDED = `p.state in ('accepted', 'rejected') and coalesce(p.attempt, '') not like '%/direct'`;

const VERDICTS = `
  select r.id as "runId", r.user_id as "userId", r.message, t.name as tool,
    f.rating is distinct from 'down' as "isGood"
  from sextant.runs r left join sextant.run_feedback f on f.run_id = r.id
    cross join lateral (
      select name, (array_agg(state order by position desc))[1] as last
      from sextant.tool_calls c
      where run_id = r.id and (effect in ('read', 'write') or (f.rating is not null
        and not exists (select 1 from sextant.previews p where p.run_id = r.id
          and p.tool_use_id = c.tool_use_id and ${DECIDED})))
      group by name) t
  where r.id in (select id from sextant.runs where ended_at > $1 and ended_at <= $2
      union select unnest($3::uuid[]))
    and (r.state = 'completed' or f.rating is not null)
    and r.conversation_id is not null and t.last = 'succeeded'
  union all
  select r.id, r.user_id, r.message, c.name,
    p.state = 'accepted' and f.rating is distinct from 'down'
  from sextant.previews p join sextant.runs r on r.id = p.run_id
    left join sextant.run_feedback f on f.run_id = r.id
    join sextant.tool_calls c on c.run_id = p.run_id and c.tool_use_id = p.tool_use_id
  where p.id in (select id from sextant.previews where decided_at > $1 and decided_at <= $2
      union select id from sextant.previews where run_id = any($3::uuid[]))
    and ${DECIDED}
  order by 1, 4, 5 limit ${MOST_AT_ONCE} offset $4`;

export class LearnedExampleStore {
  constructor(private readonly db: Database) {}

  /** Takes the time up to `before` to learn from; answers since when, undefined where another did, and at first. */
  async claim(before: Date): Promise<Date | undefined> {
    const [row] = await this.db.query<{ until: Date }>('select until from sextant.learned_until');
    if (row === undefined) {
      await this.db.query(
        'insert into sextant.learned_until (until) values ($1) on conflict do nothing',
        [before],
      );
      return undefined;
    }
    const moved = await this.db.query(
      'update sextant.learned_until set until = $1 where until = $2 and until < $1 returning 1',
      [before, row.until],
    );
    return moved.length > 0 ? row.until : undefined;
  }

  /** From now on nothing is learned; what comes to pass until {@link claim} is called again never is. */
  async stop(): Promise<void> {
    await this.db.query('delete from sextant.learned_until');
  }

  /** Tools that worked and changes decided on, up to {@link MOST_AT_ONCE} behind `offset`; a thumb speaks for a run's tools, in place of what the `rated` said before. */
  async verdicts(after: Date, before: Date, offset: number) {
    const ratings = await this.db.query<{ run_id: string }>(
      'select run_id from sextant.run_feedback where rated_at > $1 and rated_at <= $2',
      [after, before],
    );
    const rated = ratings.map((row) => row.run_id);
    const verdicts = await this.db.query<ToolVerdict>(VERDICTS, [after, before, rated, offset]);
    return { verdicts, rated };
  }

  /** Adds examples, each once, in place of those of the `rated` runs, and drops what is beyond the caps or too old. */
  async add(
    { examples, rated }: { examples: readonly NewLearned[]; rated: readonly string[] },
    {
      at,
      caps,
      oldest,
      wordsVersion,
    }: { at: Date; caps: LearnedCaps; oldest: Date; wordsVersion: number },
  ): Promise<void> {
    const rows = examples.map(({ runId, userId, isGood, vector, ...rest }) => ({
      run_id: runId,
      user_id: userId,
      is_good: isGood,
      ...rest,
      vector: vector && base64Of(vector),
    }));
    await this.db.transaction(async (tx) => {
      await tx.query('delete from sextant.learned_examples where run_id = any($1::uuid[])', [
        rated,
      ]);
      await tx.query(
        `insert into sextant.learned_examples
           (user_id, run_id, tool, is_good, words, embedder, vector, learned_at, words_version)
         select e.user_id, e.run_id, e.tool, e.is_good, e.words, e.embedder, e.vector, $2, $3
         from jsonb_to_recordset($1::jsonb) as e (user_id text, run_id uuid, tool text,
           is_good boolean, words jsonb, embedder text, vector text)
         where exists (select 1 from sextant.runs where id = e.run_id)
         on conflict do nothing`,
        [toJsonb(rows), at, wordsVersion],
      );
      await tx.query(
        `delete from sextant.learned_examples where learned_at < $1 or id in (select id from (
           select id, row_number() over (partition by user_id, tool order by id desc) as of_both,
             row_number() over (partition by tool order by id desc) as of_tool,
             row_number() over (partition by user_id order by id desc) as of_user,
             row_number() over (order by id desc) as of_all
           from sextant.learned_examples) as numbered
         where of_both > $2 or of_tool > $3 or of_user > $4 or of_all > $5)`,
        [oldest, caps.userAndTool, caps.tool, caps.user, caps.all],
      );
    });
  }

  /** Makes the words of examples again, from their runs' messages, that an older rule made. */
  async renewWords({ version, wordsOf }: WordRule): Promise<void> {
    let old: { id: number; message: string }[];
    do {
      old = await this.db.query(
        `select e.id, r.message from sextant.learned_examples e join sextant.runs r on r.id = e.run_id
         where e.words_version < $1 order by e.id limit ${MOST_AT_ONCE}`,
        [version],
      );
      const rows = old.map(({ id, message }) => ({ id, words: wordsOf(message) }));
      await this.db.query(
        `update sextant.learned_examples e set words = new.words, words_version = $2
         from jsonb_to_recordset($1::jsonb) as new (id bigint, words jsonb) where e.id = new.id`,
        [toJsonb(rows), version],
      );
    } while (old.length === MOST_AT_ONCE);
  }

  async ids(): Promise<number[]> {
    const rows = await this.db.query<{ id: number }>('select id from sextant.learned_examples');
    return rows.map(({ id }) => id);
  }

  async read(ids: readonly number[]): Promise<StoredLearned[]> {
    const rows = await this.db.query<Omit<StoredLearned, 'vector'> & { vector: string | null }>(
      `select id, run_id as "runId", user_id as "userId", tool, is_good as "isGood", words, embedder,
         vector, learned_at as at
       from sextant.learned_examples where id = any($1::bigint[])`,
      [ids],
    );
    return rows.map(({ vector, ...row }) =>
      withoutNulls({ ...row, vector: vector === null ? undefined : floatsOf(vector) }),
    );
  }

  /** The latest examples without a vector of this embedder, with the messages of their runs. */
  async withoutVectorOf(
    embedder: string,
    limit: number,
  ): Promise<{ id: number; message: string }[]> {
    return this.db.query(
      `select e.id, r.message from sextant.learned_examples e
         join sextant.runs r on r.id = e.run_id
       where e.embedder is distinct from $1 order by e.id desc limit $2`,
      [embedder, limit],
    );
  }

  async setVectors(embedder: string, remade: readonly RemadeVector[]): Promise<void> {
    const rows = remade.map(({ id, vector }) => ({ id, vector: base64Of(vector) }));
    await this.db.query(
      `update sextant.learned_examples e set embedder = $1, vector = n.vector
       from jsonb_to_recordset($2::jsonb) as n (id bigint, vector text) where e.id = n.id`,
      [embedder, toJsonb(rows)],
    );
  }

  /** Forgets what was learned from a user, or from all; answers how much that was. */
  async delete(userId?: string): Promise<number> {
    const rows = await this.db.query(
      'delete from sextant.learned_examples where $1::text is null or user_id = $1 returning 1',
      [userId ?? null],
    );
    return rows.length;
  }
}

function base64Of({ buffer, byteOffset, byteLength }: Float32Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64');
}

function floatsOf(base64: string): Float32Array {
  const bytes = Uint8Array.from(Buffer.from(base64, 'base64'));
  return new Float32Array(bytes.buffer);
}
