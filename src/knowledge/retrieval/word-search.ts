import type { Queryable } from '../../store/database.js';
import { toText } from '../../store/stored-text.js';
import { queryWords } from './query-words.js';
import { SCOPE, scopeValues, type SearchScope } from './scope.js';

/** A chunk found by its words. */
export interface WordHit {
  id: string;
  score: number;
  /** The words of the query it has, as full text sees them, and how rare each is; the rarest first. */
  words: { word: string; weight: number }[];
}

/** The longest query that is read; of a longer one the beginning. */
const MAX_QUERY_CHARS = 1000;

/**
 * Chunks by the words of the query: any of them is enough, and each counts by how rare it is in the scope
 * and how often and where it stands (ts_rank: headings before text), joined as in BM25: the tenth time
 * adds little, and a long chunk needs more. Query and text meet in the language of each document, so a
 * query needs none. A word of at least five letters also finds longer words that begin with it, and
 * compounds it is part of, at less weight.
 */
export async function searchWords(
  db: Queryable,
  scope: SearchScope,
  query: string,
  limit: number,
): Promise<WordHit[]> {
  const values = [
    ...scopeValues(scope),
    toText(queryWords(query.slice(0, MAX_QUERY_CHARS))),
    limit,
  ];
  return db.query<WordHit>(SEARCH, values);
}

/** What a place in a chunk counts: {text, parts of compounds, title, headings}. */
const PLACES = `'{0.4, 0.2, 0.4, 1}'`;

const LONG_WORD = 5;

/** The share of a whole word's weight that one has that only begins with it. */
const PREFIX_SHARE = 0.3;

/** ts_rank gives 0.06 for one ordinary word; BM25 counts words. */
const RANK_SCALE = 10;

/** BM25's k1 and b: how soon more of a word adds little, and how much a chunk's length matters. */
const SATURATION = 1;
const LENGTH_SHARE = 0.5;

const SEARCH = rankByWords(
  `select c.id, c.config, c.words, length(c.words) as size from knowledge.chunks c
      join knowledge.documents d on d.id = c.document_id
    where ${SCOPE}`,
  { text: '$6', limit: '$7' },
);

/**
 * The statement that ranks rows by the words of a text, for any table of texts: `scope` selects `id`,
 * `config`, `words` (a tsvector with the weights of {@link PLACES}) and `size`; `text` and `limit` are the
 * places of the values. Gives `id`, `score` and the `words` found.
 */
export function rankByWords(
  scope: string,
  { text, limit }: { text: string; limit: string },
): string {
  return `with scope as materialized (
    ${scope}
  ), total as materialized (
    select count(*)::float8 as n, greatest(avg(size), 1) as size from scope
  ), lexemes as (
    select distinct config, lexeme,
      '''' || replace(replace(lexeme, '\\', '\\\\'), '''', '''''') || '''' as quoted
    from (select distinct config from scope) as used,
      lateral unnest(to_tsvector(used.config, ${text})) as found
  ), terms as (
    select config, lexeme, 1.0 as share, quoted::tsquery as term from lexemes
    union all
    select config, lexeme, ${PREFIX_SHARE}, (quoted || ':*')::tsquery from lexemes
    where length(lexeme) >= ${LONG_WORD}
  ), hits as (
    select s.id, s.size, t.lexeme, t.share,
      ${RANK_SCALE} * ts_rank(${PLACES}, s.words, t.term) as often,
      count(*) over (partition by t.config, t.lexeme, t.share) as holders
    from terms t join scope s on s.config = t.config and s.words @@ t.term
  ), weighed as (
    select id, lexeme, ln(1 + (total.n - holders + 0.5) / (holders + 0.5)) * share as weight,
      often * (${SATURATION} + 1) / (often + ${SATURATION}
        * (1 - ${LENGTH_SHARE} + ${LENGTH_SHARE} * hits.size / total.size)) as often
    from hits, total
  ), by_word as (
    select id, lexeme, sum(often * weight) as score, max(weight) as weight
    from weighed group by id, lexeme
  )
  select id, sum(score)::float8 as score,
    json_agg(json_build_object('word', lexeme, 'weight', weight) order by weight desc) as words
  from by_word group by id order by score desc, id limit ${limit}`;
}
