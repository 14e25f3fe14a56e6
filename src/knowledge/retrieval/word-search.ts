import type { FoundWord } from '../rerank/reranker.js';
import type { Queryable } from '../../store/database.js';
import { toJsonb } from '../../store/stored-text.js';
import type { SynonymGroups } from '../../language/synonyms/synonyms.js';
import { queryTerms } from './query-terms.js';
import { SCOPE, scopeValues, type SearchScope } from './scope.js';

/** A chunk found by its words. */
export interface WordHit {
  id: string;
  score: number;
  /** The words of the query it has, as full text sees them, and how rare each is; the rarest first. */
  words: FoundWord[];
}

/** A hit as the statement gives it: stems by the number of their form. */
interface WordRow {
  id: string;
  score: number;
  words: { word: string; weight: number; forms: { form: number; share: number }[] }[];
  stems: Readonly<Record<number, string[]>>;
}

/** The longest query that is read; of a longer one the beginning. */
export const MAX_QUERY_CHARS = 1000;

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
  synonyms: SynonymGroups = [],
): Promise<WordHit[]> {
  const values = [
    ...scopeValues(scope),
    toJsonb(queryTerms(query.slice(0, MAX_QUERY_CHARS), synonyms)),
    limit,
  ];
  const rows = await db.query<WordRow>(SEARCH, values);
  return rows.map(toHit);
}

function toHit({ id, score, words, stems }: WordRow): WordHit {
  const toForm = ({ form, share }: WordRow['words'][number]['forms'][number]) => ({
    share,
    stems: stems[form] ?? [],
  });
  return { id, score, words: words.map((word) => ({ ...word, forms: word.forms.map(toForm) })) };
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

/** The forms as each language in use sees them: `looked_for` are their queries, `quoted` their stems. */
function formsIn(terms: string): string {
  return `asked as materialized (
    select row_number() over () as form, f.* from jsonb_to_recordset(${terms}::jsonb) as f
      (term int, word text, texts text[], "isRoot" boolean, share float8)
  ), read as materialized (
    select used.config, form, term, word, share, "isRoot", case when "isRoot" then array[text]
        else tsvector_to_array(to_tsvector(used.config, text)) end as stems
    from (select distinct config from scope) as used, asked, unnest(texts) as text
  ), quoted as materialized (
    select read.*, (select string_agg('''' || replace(replace(stem, '\\', '\\\\'), '''', '''''') || '''', ' & ')
      from unnest(stems) as stem) as quoted,
      cardinality(stems) = 1 and ("isRoot" or length(stems[1]) >= ${LONG_WORD}) as begins
    from read where cardinality(stems) > 0
  ), looked_for as materialized (
    select config, form, term, word, share, count(*) as items,
      string_agg('(' || quoted || ')', ' | ')::tsquery as query
    from quoted where not "isRoot" group by config, form, term, word, share
    union all
    select config, form, term, word, share * case when "isRoot" then 1 else ${PREFIX_SHARE} end, count(*),
      string_agg(quoted || ':*', ' | ')::tsquery
    from quoted where begins group by config, form, term, word, share, "isRoot"
  )`;
}

/** What each form is worth where it is found, and of each word the best form. */
const SCORES = `hits as materialized (
    select s.id, s.config, s.size, t.form, t.term, t.word, t.share,
      ${RANK_SCALE} * items * ts_rank(${PLACES}, s.words, t.query) as often,
      count(*) over (partition by t.config, t.form, t.query) as holders
    from looked_for t join scope s on s.config = t.config and s.words @@ t.query
  ), held as materialized (
    select config, term, count(distinct id) as holders from hits group by config, term
  ), weighed as (
    select id, config, form, term, word, share,
      (ln(1 + (n - held.holders + 0.5) / (held.holders + 0.5))
        + ln(1 + (n - hits.holders + 0.5) / (hits.holders + 0.5))) / 2 as rarity,
      often * (${SATURATION} + 1) / (often + ${SATURATION}
        * (1 - ${LENGTH_SHARE} + ${LENGTH_SHARE} * hits.size / total.size)) as often
    from hits join held using (config, term), total
  ), by_form as (
    select id, config, form, term, word, sum(often * rarity * share) as score, max(rarity) as weight,
      max(share) as share
    from weighed group by id, config, form, term, word
  ), by_word as (
    select id, config, term, word, max(score) as score, max(weight) as weight,
      json_agg(json_build_object('form', form, 'share', share) order by share desc, form) as forms
    from by_form group by id, config, term, word
  )`;

/**
 * The statement that ranks rows by the forms of a query's words ({@link TermForm}), for any table of texts: `scope`
 * selects `id`, `config`, `words` (a tsvector with the weights of {@link PLACES}) and `size`; `terms` and `limit` are
 * the places of the values. Of the forms of one word the best counts. Gives `id`, `score`, the `words` found and the
 * `stems` of their forms. What is searched is unpacked once (`|| ''`), not for every form.
 */
export function rankByWords(
  scope: string,
  { terms, limit }: { terms: string; limit: string },
): string {
  return `with scope as materialized (
    select id, config, words || ''::tsvector as words, size from (${scope}) as searched
  ), total as materialized (
    select count(*)::float8 as n, greatest(avg(size), 1) as size from scope
  ), ${formsIn(terms)}, ${SCORES}, best as (
    select id, config, sum(score)::float8 as score,
      json_agg(json_build_object('word', word, 'forms', forms, 'weight', weight) order by score desc) as words
    from by_word group by id, config order by score desc, id limit ${limit}
  )
  select id, score, words, (select json_object_agg(form, stems) from (
      select form, array_agg(distinct stem) as stems from quoted, unnest(stems) as stem
      where quoted.config = best.config group by form) as of_form) as stems
  from best order by score desc, id`;
}

const SEARCH = rankByWords(
  `select c.id, c.config, c.words, length(c.words) as size from knowledge.chunks c
      join knowledge.documents d on d.id = c.document_id
    where ${SCOPE}`,
  { terms: '$6', limit: '$7' },
);
