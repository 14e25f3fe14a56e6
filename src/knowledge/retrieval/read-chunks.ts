import { withoutNulls, type Queryable } from '../../store/database.js';
import type { Block } from '../chunks.js';
import { PATH_SEPARATOR } from '../document-content.js';
import { DOCUMENT_SCOPE, SCOPE, scopeValues, type SearchScope } from './scope.js';

type FoundBlock = Omit<Block, 'headingPath'>;

export interface FoundChunk {
  chunkId: string;
  documentId: string;
  kbId: string;
  title: string;
  /** The model that wrote the document's text from an image. */
  readBy?: string;
  headingPath: readonly string[];
  page?: number;
  /** Without the headings. */
  text: string;
  blocks: FoundBlock[];
}

export interface ScopeSize {
  /** Chunks to search in; 0 says that the knowledge base is empty. */
  searched: number;
  /** Documents that are still being read: what they say is not found yet. */
  beingRead: number;
}

/** The chunks of these ids within the scope, by id, how much the scope has, and whether vectors are still made there. */
export async function readChunks(db: Queryable, scope: SearchScope, ids: readonly string[]) {
  const [sizes, rows] = await Promise.all([
    db.query<ScopeSize & { isEmbedding: boolean }>(SIZE, scopeValues(scope)),
    ids.length === 0
      ? []
      : db.query<FoundChunk & { heading: string }>(READ, [...scopeValues(scope), ids]),
  ]);
  const chunks = rows.map(({ heading, ...chunk }): [string, FoundChunk] => {
    const headingPath = heading === '' ? [] : heading.split(PATH_SEPARATOR);
    const blocks = chunk.blocks.map(withoutNulls);
    return [chunk.chunkId, withoutNulls({ ...chunk, headingPath, blocks })];
  });
  const { isEmbedding = false, ...size } = sizes[0] ?? { searched: 0, beingRead: 0 };
  return { chunks: new Map(chunks), size, isEmbedding };
}

const SIZE = `select
    (select count(*) from knowledge.chunks c
      join knowledge.documents d on d.id = c.document_id where ${SCOPE}) as searched,
    (select count(*) from knowledge.documents d
       where ${DOCUMENT_SCOPE} and d.state = 'parsing') as "beingRead",
    exists (select 1 from knowledge.documents d
      where ${DOCUMENT_SCOPE} and d.state = 'embedding') as "isEmbedding"`;

const READ = `select c.id as "chunkId", c.document_id as "documentId", c.kb_id as "kbId", d.title, d.read_by as "readBy",
    c.heading, c.page, c.text,
    (select json_agg(json_build_object('id', b.id, 'position', b.position, 'kind', b.kind,
        'page', b.page, 'box', b.box, 'text', b.text) order by b.position)
     from knowledge.blocks b where b.id = any(c.block_ids)) as blocks
  from knowledge.chunks c join knowledge.documents d on d.id = c.document_id
  where ${SCOPE} and c.id = any($6::uuid[])`;

interface RankedHits {
  hits: readonly { id: string; score: number }[];
  weight: number;
}

/** Joins ways: scores stretched to 0..1 within each and added by weight. Best first, equal ones by id. */
export function fuse(ways: readonly RankedHits[]): { id: string; score: number }[] {
  const scores = new Map<string, number>();
  for (const { hits, weight } of ways) {
    const best = Math.max(...hits.map(({ score }) => score));
    const worst = Math.min(...hits.map(({ score }) => score), best);
    for (const { id, score } of hits) {
      const share = best === worst ? 1 : (score - worst) / (best - worst);
      scores.set(id, (scores.get(id) ?? 0) + weight * share);
    }
  }
  return [...scores]
    .map(([id, score]) => ({ id, score }))
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
}

interface Ranked {
  chunkId: string;
  score: number;
  why: string;
  parts: { cited?: string };
}

/** How soon a later rank adds little. */
const SMOOTH = 3;
/** What a rank in a variant's passages counts beside one in the question's own: alone none moves the question's best. */
const VARIANT = 0.7;

/** Joins passages of variants by rank; cited ones stay first, and scores never rise down the list. */
export function joinVariants<Passage extends Ranked>(
  own: readonly Passage[],
  others: readonly { query: string; passages: readonly Passage[] }[],
): Passage[] {
  const joined = new Map<string, { passage: Passage; rank: number }>();
  const add = (passage: Passage, rank: number) => {
    const before = joined.get(passage.chunkId);
    const score = Math.max(passage.score, before?.passage.score ?? 0);
    joined.set(passage.chunkId, {
      passage: { ...(before?.passage ?? passage), score },
      rank: rank + (before?.rank ?? 0),
    });
  };
  own.forEach((passage, at) => {
    add(passage, (passage.parts.cited === undefined ? 0 : 1) + 1 / (SMOOTH + at + 1));
  });
  for (const { query, passages } of others) {
    passages.forEach((passage, at) => {
      const why = `in other words: ${query}; ${passage.why}`;
      add({ ...passage, why }, VARIANT / (SMOOTH + at + 1));
    });
  }
  let most = 1;
  return [...joined.values()]
    .toSorted((a, b) => b.rank - a.rank)
    .map(({ passage }) => {
      most = Math.min(most, passage.score);
      return { ...passage, score: most };
    });
}
