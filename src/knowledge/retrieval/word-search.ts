import type { FoundWord } from '../rerank/reranker.js';
import type { Queryable } from '../../store/database.js';
import { toJsonb } from '../../store/stored-text.js';
import { type SynonymGroups, synonymsOf } from '../../language/words.js';
import { languageOf, stopWords } from '../../language/question-language.js';
import type { Embedder } from '../../toolindex/embedder.js';
import { SCOPE, scopeValues, type SearchScope } from './scope.js';

export interface WordHit {
  id: string;
  score: number;
  /** The words of the query it has, as full text sees them, and how rare each is; the rarest first. */
  words: FoundWord[];
}

/** The longest query that is read; of a longer one the beginning. */
export const MAX_QUERY_CHARS = 1000;

/**
 * Chunks by the words of the query: each counts by how rare it is in the scope and how often and where it stands
 * (ts_rank: headings before text), joined as in BM25. Query and text meet in the language of each document. A word of at
 * least five letters also finds longer words that begin with it, and compounds it is part of, at less weight.
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
  return db.query<WordHit>(SEARCH, values);
}

/** What a place in a chunk counts: {text, parts of compounds, title, headings}. */
const PLACES = `'{0.4, 0.2, 0.4, 1}'`;

const LONG_WORD = 5;

const PREFIX_SHARE = 0.5;

/** ts_rank gives 0.06 for one ordinary word; BM25 counts words. */
const RANK_SCALE = 10;

/** BM25's k1 and b: how soon more of a word adds little, and how much a chunk's length matters. */
const SATURATION = 1;
const LENGTH_SHARE = 0.7;

/** Less than 1: several words that are not rare count more than one that is. */
const RARITY_POWER = 0.8;

/** The forms' stems (`quoted`) and queries (`looked_for`) in each language in use, if there at all. */
function formsIn(terms: string): string {
  return `asked as materialized (
    select f.*, max(share) over (partition by term) as top from jsonb_to_recordset(${terms}::jsonb) as f
      (term int, word text, texts text[], kind text, share float8)
  ), read as materialized (
    select row_number() over () as form, used.config, term, word, share, top, kind,
      tsvector_to_array(to_tsvector(used.config, text)) as stems
    from (select distinct config from scope) as used, asked, unnest(texts) as text
  ), there as materialized (
    select distinct config, stem from scope, unnest(tsvector_to_array(words)) as stem
  ), wanted as materialized (
    select form, config, stem, cardinality(stems) as needed from read, unnest(stems) as stem
  ), whole as (
    select form from wanted join there using (config, stem) group by form, needed having count(*) = needed
  ), quoted as materialized (
    select read.*, form in (select form from whole) as is_whole,
      (select string_agg('''' || replace(replace(stem, '\\', '\\\\'), '''', '''''') || '''', ' & ')
        from unnest(stems) as stem) as quoted,
      kind = 'word' and cardinality(stems) = 1 and length(stems[1]) >= ${LONG_WORD} as begins
    from read where cardinality(stems) > 0
  ), looked_for as materialized (
    select config, form, term, word, share, top, stems, quoted::tsquery as query from quoted where is_whole
    union all
    select config, form, term, word, share * ${PREFIX_SHARE}, top, stems,
      (quoted || ':*')::tsquery
    from quoted where begins
  )`;
}

/** What each form is worth: the rarer its word and the form itself, the more; of each word the best counts. */
const SCORES = `found as materialized (
    select s.id, s.config, s.size, t.form, t.term, t.word, t.share, t.top, t.stems,
      ${RANK_SCALE} * ts_rank(${PLACES}, s.words, t.query) as often
    from looked_for t join scope s on s.config = t.config and s.words @@ t.query
  ), hits as materialized (
    select *, count(*) over (partition by form, share) as holders from found
  ), held as materialized (
    select config, term, sum(surely) as holders from
      (select config, term, id, max(share / top) as surely from hits group by config, term, id) as by_text
    group by config, term
  ), weighed as (
    select id, form, term, word, share, stems,
      power((ln(1 + (n - held.holders + 0.5) / (held.holders + 0.5))
        + ln(1 + (n - hits.holders + 0.5) / (hits.holders + 0.5))) / 2, ${RARITY_POWER}) as rarity,
      often * (${SATURATION} + 1) / (often + ${SATURATION}
        * (1 - ${LENGTH_SHARE} + ${LENGTH_SHARE} * hits.size / total.size)) as often
    from hits join held using (config, term), total
  ), by_form as materialized (
    select id, form, term, word, sum(often * rarity * share) as score, max(rarity) as weight,
      max(share) as share, min(stems) as stems
    from weighed group by id, form, term, word
  )`;

/**
 * The statement that ranks rows by the forms of a query's words ({@link TermForm}), for any table of texts: `scope`
 * selects `id`, `config`, `words` (a tsvector with the weights of {@link PLACES}) and `size`; `terms` and `limit` are
 * the places of the values. Of the forms of one word the best counts. Gives `id`, `score` and the `words` found with
 * the stems that said them. What is searched is unpacked once (`|| ''`), not for every form.
 */
export function rankByWords(scope: string, { terms, limit }: { terms: string; limit: string }) {
  return `with scope as materialized (
    select id, config, words || ''::tsvector as words, size from (${scope}) as searched
  ), total as materialized (
    select count(*)::float8 as n, greatest(avg(size), 1) as size from scope
  ), ${formsIn(terms)}, ${SCORES}, best as materialized (
    select id, sum(score)::float8 as score from
      (select id, max(score) as score from by_form group by id, term) as by_word
    group by id order by score desc, id limit ${limit}
  ), said as materialized (
    select id, word, max(score) as score, max(weight) as weight,
      json_agg(json_build_object('stems', stems, 'share', share) order by share desc, form) as forms
    from by_form where id = any(array(select id from best)) group by id, term, word
  )
  select id, best.score, json_agg(json_build_object('word', word, 'forms', forms, 'weight', weight)
    order by said.score desc) as words
  from best join said using (id) group by id, best.score order by best.score desc, id`;
}

const SEARCH = rankByWords(
  `select c.id, c.config, c.words, length(c.words) as size from knowledge.chunks c
      join knowledge.documents d on d.id = c.document_id
    where ${SCOPE}`,
  { terms: '$6', limit: '$7' },
);

/** Ways in which a text may say a word of a query that are equally sure. */
interface TermForm {
  term: number;
  word: string;
  texts: readonly string[];
  /** `word`: longer words that begin with one are found as well, at less weight; `synonym`: they are not. */
  kind: 'word' | 'synonym';
  share: number;
}

const SYNONYM_SHARE = 0.65;
/** A query of more words is read to here: each is compared with every text. */
const MOST_TERMS = 40;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu;

/** The words of a query that are no stop words, and what stands for them in the knowledge base's own groups. */
export function queryTerms(query: string, own: SynonymGroups): TermForm[] {
  const language = languageOf(query);
  const all = query.match(WORD) ?? [];
  const said = all.filter((word) => !stopWords[language].has(word.toLowerCase()));
  const words = [...new Set(said.length === 0 ? all : said)].slice(0, MOST_TERMS);
  return words.flatMap((word, term): TermForm[] => {
    const synonyms = synonymsOf(own, word, language);
    const itself = { term, word, texts: [word], kind: 'word', share: 1 } as const;
    if (synonyms.length === 0) return [itself];
    return [itself, { term, word, texts: synonyms, kind: 'synonym', share: SYNONYM_SHARE }];
  });
}

interface FoundByWays {
  byWords: readonly { words: readonly unknown[] }[];
  byVectors: readonly { score: number }[];
}

/** Whether nothing found comes up to the embedder's floor or has all of the query's words. */
export function isBelowFloor(
  query: string,
  { byWords, byVectors }: FoundByWays,
  embedder: Pick<Embedder, 'searchFloor'> | undefined,
): boolean {
  const [nearest] = byVectors;
  const floor = embedder?.searchFloor;
  if (floor === undefined || nearest === undefined || nearest.score >= floor) return false;
  const terms = new Set(queryTerms(query, []).map(({ term }) => term)).size;
  return byWords.every(({ words }) => words.length < terms);
}
