import { type AppError, notFound } from '../../foundation/errors.js';
import { isUuid, newId } from '../../foundation/ids.js';
import type { Database } from '../../store/database.js';
import { toJsonb, toText } from '../../store/stored-text.js';
import { stopWords } from '../../language/question-language.js';
import { stemOf } from '../../language/words.js';
import { wordsOf } from '../../toolindex/retrieve/words.js';

const MAX_RESULTS = 1000;

/** The answers from outside that a user's runs have brought, found again by keywords. Each user's own. */
export class PgOutsideStore {
  /** Of each user the newest `maxResults` are kept, with their keywords. */
  constructor(
    private readonly db: Database,
    private readonly maxResults = MAX_RESULTS,
  ) {}

  async keep(userId: string, query: string, answer: OutsideAnswer): Promise<OutsideResult> {
    const values = [newId(), userId, query, answer.answer, toJsonb(answer.pages)];
    return this.db.transaction(async (tx) => {
      const [kept] = await tx.query<OutsideResult>(PUT_RESULT, values);
      const dropped = await tx.query(DROP_OLDEST, [userId, this.maxResults]);
      if (dropped.length > 0) await tx.query(DROP_UNUSED_KEYWORDS, [userId]);
      return kept as OutsideResult;
    });
  }

  /** Links keywords to a result and its question; tells which were there. `not_found`: another's result. */
  async index(userId: string, resultId: string, question: string, keywords: readonly string[]) {
    const words = [...new Set(keywords.map((word) => toText(keywordForm(word))))];
    return this.db.transaction(async (tx) => {
      const known = isUuid(resultId) ? await tx.query(FIND_RESULT, [resultId, userId]) : [];
      if (known.length === 0) {
        throw noResult(resultId, await tx.query<NamedResult>(NEWEST_RESULTS, [userId]));
      }
      const merged: string[] = [];
      for (const word of words) {
        const values = [newId(), userId, word, stemsOf(word), STEMS_VERSION];
        const [row] = await tx.query<{ id: string; is_new: boolean }>(PUT_KEYWORD, values);
        if (row?.is_new === false) merged.push(word);
        await tx.query(PUT_LINK, [row?.id, resultId, question]);
      }
      return { keywords: words, merged };
    });
  }

  /** The results whose keywords a question has at least half the words of, best first. */
  async findByKeywords(userId: string, question: string, limit: number) {
    const stems = stemsOf(question);
    if (stems.length === 0) return [];
    await this.renewStems(userId);
    return this.db.query<OutsideResult & { keywords: string[] }>(FIND_BY_KEYWORDS, [
      userId,
      stems,
      limit,
    ]);
  }

  private async renewStems(userId: string): Promise<void> {
    const old = await this.db.query<{ id: string; word: string }>(FIND_OLD_STEMS, [
      userId,
      STEMS_VERSION,
    ]);
    if (old.length === 0) return;
    const rows = old.map(({ id, word }) => ({ id, stems: stemsOf(word) }));
    await this.db.query(PUT_STEMS, [toJsonb(rows), STEMS_VERSION]);
  }
}

const RESULT = 'id, query, answer, pages, created_at as "createdAt"';

const PUT_RESULT = `insert into knowledge.outside_results (id, user_id, query, answer, pages)
  values ($1, $2, $3, $4, $5) returning ${RESULT}`;

const DROP_OLDEST = `delete from knowledge.outside_results where user_id = $1 and id in (
    select id from knowledge.outside_results where user_id = $1
    order by created_at desc, id offset $2
  ) returning id`;

const DROP_UNUSED_KEYWORDS = `delete from knowledge.keywords k where k.user_id = $1
  and not exists (select from knowledge.keyword_links l where l.keyword_id = k.id)`;

const FIND_RESULT = 'select id from knowledge.outside_results where id = $1 and user_id = $2';

/** `xmax` is 0 in a row that this statement made. */
const PUT_KEYWORD = `insert into knowledge.keywords (id, user_id, word, stems, stems_version)
  values ($1, $2, $3, $4, $5)
  on conflict (user_id, word) do update set word = excluded.word
  returning id, (xmax = 0) as is_new`;

const FIND_OLD_STEMS =
  'select id, word from knowledge.keywords where user_id = $1 and stems_version < $2';

const PUT_STEMS = `update knowledge.keywords k set stems = new.stems, stems_version = $2
  from jsonb_to_recordset($1::jsonb) as new (id uuid, stems text[]) where k.id = new.id`;

const PUT_LINK = `insert into knowledge.keyword_links (keyword_id, result_id, question)
  values ($1, $2, $3) on conflict do nothing`;

const LEAST_SHARE = 0.5;

const FIND_BY_KEYWORDS = `with matched as (
    select k.id, k.word, (
      select count(*) from unnest(k.stems) as stem where stem = any($2::text[])
    )::float8 / cardinality(k.stems) as share
    from knowledge.keywords k where k.user_id = $1 and k.stems && $2::text[]
  ), found as (
    select l.result_id, sum(m.share) as score,
      array_agg(m.word order by m.share desc, m.word) as keywords
    from (select distinct keyword_id, result_id from knowledge.keyword_links) as l
      join matched as m on m.id = l.keyword_id
    where m.share >= ${LEAST_SHARE}
    group by l.result_id
  )
  select r.id, r.query, r.answer, r.pages, r.created_at as "createdAt", f.keywords
  from found f join knowledge.outside_results r on r.id = f.result_id and r.user_id = $1
  order by f.score desc, r.created_at desc, r.id limit $3`;

type NamedResult = Pick<OutsideResult, 'id' | 'query'>;

const NEWEST_RESULTS = `select id, left(query, 80) as query from knowledge.outside_results
  where user_id = $1 order by created_at desc, id limit 5`;

function noResult(id: string, newest: readonly NamedResult[]): AppError {
  const list = newest.map((result) => `${result.id} ("${result.query}")`).join(', ');
  const advice =
    newest.length === 0
      ? 'There is none yet: call perplexity_search first.'
      : `The newest: ${list}. Use one of these ids, or leave it out for the latest of this run.`;
  return notFound(`There is no outside result ${id.slice(0, 60)}. ${advice}`, [
    {
      path: 'perplexity_result_id',
      message: 'unknown result',
      allowed: newest.map((result) => result.id),
    },
  ]);
}

export interface OutsidePage {
  url: string;
  title: string;
  snippet?: string;
}

/** What a search outside the knowledge base found: `[n]` in the answer is the page at place n, from 1. */
export interface OutsideAnswer {
  answer: string;
  pages: readonly OutsidePage[];
}

export interface OutsideResult extends OutsideAnswer {
  id: string;
  query: string;
  createdAt: Date;
}

export const KEYWORD_CHARS = { min: 2, max: 50 } as const;

const GENERIC = new Set(
  [
    'information data thing things stuff answer answers question questions result results topic',
    'content text detail details general other various important new overview summary example',
    'informationen daten sache sachen antwort frage ergebnis thema inhalt allgemein wichtig',
  ].flatMap((line) => line.split(' ')),
);

/** One keyword however it is written: lower case, one space between words. */
export function keywordForm(text: string): string {
  return text.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
}

/** Of stored stems; higher when {@link stemsOf} changes, so that those from before are made again. */
const STEMS_VERSION = 2;

export function stemsOf(text: string): string[] {
  const words = wordsOf(text).filter((word) => !stopWords.en.has(word));
  return [...new Set(words.map((word) => stemOf(word, 'en')))];
}

export function keywordProblem(text: string): string | undefined {
  const word = keywordForm(text);
  const { length } = [...word];
  if (length < KEYWORD_CHARS.min || length > KEYWORD_CHARS.max) {
    return `must have ${KEYWORD_CHARS.min} to ${KEYWORD_CHARS.max} characters and has ${length}`;
  }
  const isGeneric = wordsOf(word).every(
    (each) => GENERIC.has(each) || stopWords.en.has(each) || stopWords.de.has(each),
  );
  if (isGeneric) return 'is too generic to find anything by: name the concept, product or period';
  return undefined;
}
