import { messageOf } from '../../foundation/errors.js';
import type { Logger } from '../../foundation/logger.js';
import { languageOf } from '../../language/question-language.js';
import { canRead, readableConfigs } from '../../knowledge/language.js';
import { fuse } from '../../knowledge/retrieval/read-chunks.js';
import {
  isBelowFloor,
  queryTerms,
  MAX_QUERY_CHARS,
  rankByWords,
} from '../../knowledge/retrieval/word-search.js';
import { FUSION_WEIGHTS } from '../../knowledge/retrieval/search.js';
import { toVector } from '../../knowledge/vectors.store.js';
import type { Queryable } from '../../store/database.js';
import { toJsonb, toText } from '../../store/stored-text.js';
import { embedAll } from '../../toolindex/document-vectors.js';
import type { Embedder } from '../../toolindex/embedder.js';
import { normalized } from '../../toolindex/vector.js';
import type { NodeType } from './graph.store.js';
import { askedReferences, numberBesideName } from '../../references/asked-references.js';
import { actsIn, findAct, withAbbreviations } from '../../references/find-act.js';
import { labelsOf, type Reference } from '../../references/reader.js';
import type { LinkDocument } from '../build/link.js';

export interface NodeSearchDeps {
  db: Queryable;
  embedder: Embedder | undefined;
  logger: Logger;
}

const BY_WORDS = 500;
const BY_MEANING = 50;

/** Best first: what is cited, then by words and meaning joined; by words alone when the embedder fails. */
export async function searchNodes(
  deps: NodeSearchDeps,
  search: string,
  type: NodeType | undefined,
): Promise<number[]> {
  const text = toText(search);
  const [named, cited, byWords, byVectors] = await Promise.all([
    deps.db.query<{ id: number }>(NAMED, [type ?? null, text]),
    citedNodes(deps.db, text, type),
    deps.db.query<{ id: number; score: number; words: unknown[] }>(WORDS, [
      type ?? null,
      toJsonb(queryTerms(text.slice(0, MAX_QUERY_CHARS), [])),
      BY_WORDS,
    ]),
    meaningHits(deps, text, type),
  ]);
  const fused = fuse([
    { hits: byWords.map(toHit), weight: FUSION_WEIGHTS.words },
    { hits: byVectors.map(toHit), weight: FUSION_WEIGHTS.vectors },
  ]);
  if (
    named.length + cited.length === 0 &&
    isBelowFloor(text, { byWords, byVectors }, deps.embedder)
  )
    return [];
  const byName = [...named.map(({ id }) => id), ...cited];
  return [...new Set([...byName, ...fused.map(({ id }) => Number(id))])];
}

function toHit({ id, score }: { id: number; score: number }): { id: string; score: number } {
  return { id: String(id), score };
}

async function meaningHits(
  { db, embedder, logger }: NodeSearchDeps,
  text: string,
  type: NodeType | undefined,
): Promise<{ id: number; score: number }[]> {
  if (embedder === undefined || !canRead(embedder, languageOf(text))) return [];
  try {
    const [vector] = await embedAll([text], embedder, { kind: 'query' });
    const asked = toVector(normalized(vector as Float32Array));
    const values = [type ?? null, embedder.id, asked, BY_MEANING, readableConfigs(embedder)];
    return await db.query(MEANING, values);
  } catch (error) {
    logger.warn(`nodes are searched by words only: ${messageOf(error)}`);
    return [];
  }
}

/** A whole name as it is stored, without case, blanks and signs: "strlschg 70", "Harbour Ordinance". */
const NAMED = `select id from graph.nodes
  where lower(regexp_replace(source_id, '[§\\s]', '', 'g')) = lower(regexp_replace($2, '[§\\s]', '', 'g'))
    and ($1::text is null or node_type = $1) order by id limit 20`;

const WORDS = rankByWords(
  `select id, config, words, length(words) as size from graph.nodes
    where $1::text is null or node_type = $1`,
  { terms: '$2', limit: '$3' },
);

const MEANING = `select v.node_id as id, (1 - (v.embedding <=> $3::vector))::float8 as score
  from graph.vectors v join graph.nodes n on n.id = v.node_id
  where ($1::text is null or n.node_type = $1) and v.embedder_id = $2
    and n.config = any($5::regconfig[])
    and vector_dims(v.embedding) = vector_dims($3::vector)
  order by v.embedding <=> $3::vector, v.node_id limit $4`;

/** The sections whose vectors are nearest to a node's own, and the cosine; none for a node without a vector. */
export const SIMILAR = `select other.node_id as id, (1 - (other.embedding <=> own.embedding))::float8 as score
  from graph.vectors own
  join graph.vectors other on other.embedder_id = own.embedder_id and other.node_id <> own.node_id
    and vector_dims(other.embedding) = vector_dims(own.embedding)
  where own.node_id = $1 order by other.embedding <=> own.embedding, other.node_id limit $2`;

/** So many references of a search are looked up, and so many sections "ff." stands for. */
const MOST_REFERENCES = 20;
const FOLLOWING = 4;

/** The nodes that a search cites, in its order: "§§ 78 ff. StrlSchG". Without a law's name in all laws, of one that is not here in none. */
async function citedNodes(
  db: Queryable,
  search: string,
  type: NodeType | undefined,
): Promise<number[]> {
  const cites = askedReferences(search).length > 0;
  const short = cites ? undefined : numberBesideName(search);
  if (!cites && short === undefined) return [];
  const acts = await db.query<LinkDocument>(
    'select id, title, abbreviation, path from graph.documents order by id',
  );
  const named = actsIn(search, acts);
  const isCitation = named.length > 0 && short !== undefined;
  const text = isCitation ? `§ ${short}` : withAbbreviations(search, acts);
  const references = askedReferences(text).slice(0, MOST_REFERENCES);
  const ids: number[] = [];
  for (const reference of references) {
    const among = actsOf(reference, named, acts);
    if (among.length > 0) ids.push(...(await lookUp(db, reference, among, type)));
  }
  return [...new Set(ids)];
}

function actsOf(
  { kind, number, document }: Reference,
  named: readonly LinkDocument[],
  acts: readonly LinkDocument[],
): readonly LinkDocument[] {
  const name = kind === 'document' ? number : document;
  if (name === undefined) return named.length > 0 ? named : acts;
  const act = findAct(name, acts);
  return act === undefined ? [] : [act];
}

async function lookUp(
  db: Queryable,
  reference: Reference,
  acts: readonly LinkDocument[],
  type: NodeType | undefined,
): Promise<number[]> {
  const labels = reference.kind === 'document' ? ['title'] : labelsOf(reference);
  const [after] = /\bff?(?=\.?$)/.exec(reference.detail ?? '') ?? [];
  const rows = await db.query<{ id: number }>(CITED, [
    acts.map(({ id }) => id),
    labels,
    type ?? null,
    after === 'ff' ? FOLLOWING : Number(after === 'f'),
  ]);
  return rows.map(({ id }) => id);
}

/** A part is known by the last label of its key: "/Teil 2/Kapitel 1". */
const CITED = `with cited as (
    select document_id, position from graph.nodes
    where document_id = any($1::int[]) and regexp_replace(key, '^.*/', '') = any($2::text[])
  )
  select n.id from cited c join graph.nodes n on n.document_id = c.document_id
    and n.position between c.position and c.position + $4::int
  where ($3::text is null or n.node_type = $3) and (n.position = c.position or n.node_type = 'section')
  order by c.document_id, c.position, n.position limit 50`;
