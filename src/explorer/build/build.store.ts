import { toText } from '../../store/stored-text.js';
import type { Database } from '../../store/database.js';
import type { OutlineNode } from './law-outline.js';
import type { Relation } from '../graph/graph.store.js';
import type { Link, LinkText, Unresolved, LinkDocument } from './link.js';
import { toVector } from '../../knowledge/vectors.store.js';
import { readableConfigs } from '../../knowledge/language.js';
import type { Embedder } from '../../toolindex/embedder.js';

export interface DocumentToStore {
  collection: string;
  path: string;
  title: string;
  abbreviation: string;
  sha256: string;
  /** PostgreSQL's text search configuration of its language. */
  config: string;
  nodes: readonly (OutlineNode & { parts: string })[];
}

interface StoredDocument {
  id: number;
  path: string;
  sha256: string;
}

/** Writes documents and their nodes; a node that is still there keeps its id. */
export class PgGraphDocumentStore {
  constructor(private readonly db: Database) {}

  async list(collection: string): Promise<StoredDocument[]> {
    const text = 'select id, path, sha256 from graph.documents where collection = $1 order by path';
    return this.db.query<StoredDocument>(text, [collection]);
  }

  /** The names of all collections, and so whether there is any. */
  async collections(): Promise<string[]> {
    const text = 'select distinct collection from graph.documents order by 1';
    return (await this.db.query<{ collection: string }>(text)).map(({ collection }) => collection);
  }

  async remove(ids: readonly number[]): Promise<void> {
    await this.db.query('delete from graph.documents where id = any($1::int[])', [ids]);
  }

  async keepOnly(collection: string): Promise<number> {
    const text = 'delete from graph.documents where collection <> $1 returning id';
    return (await this.db.query(text, [collection])).length;
  }

  /** Brings a document to what was read of it: changed nodes updated, new ones added, others removed. */
  async save({ config, nodes, ...document }: DocumentToStore): Promise<void> {
    const { collection, path, title, abbreviation, sha256 } = document;
    const values = [collection, path, title, abbreviation, sha256];
    await this.db.transaction(async (tx) => {
      const [row] = await tx.query<{ id: number }>(PUT_DOCUMENT, values);
      if (!row) throw new Error(`The document ${path} was not stored.`);
      const rows = JSON.stringify(nodes.map(toRow));
      await tx.query(REMOVE_GONE, [row.id, nodes.map(({ key }) => key)]);
      await tx.query(UPDATE_CHANGED, [row.id, config, rows]);
      await tx.query(INSERT_NODES, [row.id, config, rows]);
    });
  }
}

function toRow(node: OutlineNode & { parts: string }, position: number) {
  return {
    key: node.key,
    parent_key: node.parentKey ?? null,
    position,
    node_type: node.nodeType,
    source_id: toText(node.sourceId),
    title: toText(node.title),
    heading: toText(node.headingPath.join(' › ')),
    source_text: toText(node.text),
    parts: toText(node.parts),
  };
}

const PUT_DOCUMENT = `insert into graph.documents (collection, path, title, abbreviation, sha256)
  values ($1, $2, $3, $4, $5)
  on conflict (collection, path) do update set title = $3, abbreviation = $4, sha256 = $5
  returning id`;

const INCOMING = `jsonb_to_recordset($3::jsonb) as incoming (key text, parent_key text, position integer,
  node_type text, source_id text, title text, heading text, source_text text, parts text)`;
const COLUMNS =
  'key, parent_key, position, node_type, source_id, title, heading, source_text, parts';

const REMOVE_GONE =
  'delete from graph.nodes where document_id = $1 and not (key = any($2::text[]))';
const UPDATE_CHANGED = `update graph.nodes n set (${COLUMNS}, config)
    = (${prefixed('incoming')}, $2::regconfig)
  from ${INCOMING}
  where n.document_id = $1 and n.key = incoming.key
    and (${prefixed('n')}, n.config) is distinct from (${prefixed('incoming')}, $2::regconfig)`;
const INSERT_NODES = `insert into graph.nodes (document_id, config, ${COLUMNS})
  select $1, $2::regconfig, ${prefixed('incoming')} from ${INCOMING}
  where not exists (select 1 from graph.nodes n where n.document_id = $1 and n.key = incoming.key)
  order by incoming.position`;

function prefixed(table: string): string {
  return COLUMNS.replace(/(\w+)/g, `${table}.$1`);
}

export class PgLinkStore {
  constructor(private readonly db: Database) {}

  async documents(): Promise<LinkDocument[]> {
    return this.db.query<LinkDocument>('select id, title, abbreviation, path from graph.documents');
  }

  async texts(): Promise<LinkText[]> {
    return this.db.query<LinkText>(
      `select id, document_id as "documentId", key, parent_key as "parentKey", source_text as text
       from graph.nodes order by document_id, position`,
    );
  }

  async replace(relations: readonly Relation[], links: readonly Link[]): Promise<void> {
    const rows = JSON.stringify(
      links.map((link) => ({ ...link, detail: link.detail && toText(link.detail) })),
    );
    await this.db.transaction(async (tx) => {
      await tx.query(DELETE_GONE, [relations, rows]);
      await tx.query(UPDATE_DETAILS, [rows]);
      await tx.query(INSERT_EDGES, [rows]);
    });
  }

  async replaceUnresolved(unresolved: readonly Unresolved[]): Promise<void> {
    const rows = JSON.stringify(unresolved.map((one) => ({ ...one, raw: toText(one.raw) })));
    await this.db.transaction(async (tx) => {
      await tx.query('delete from graph.unresolved');
      await tx.query(
        `insert into graph.unresolved (node_id, raw, reason) select "nodeId", raw, reason
         from jsonb_to_recordset($1::jsonb) as incoming ("nodeId" integer, raw text, reason text)`,
        [rows],
      );
    });
  }
}

function incoming(value: string): string {
  return `jsonb_to_recordset(${value}::jsonb) as incoming
    (relation text, "from" integer, "to" integer, detail text)`;
}

const SAME = `e.relation = incoming.relation and e.from_id = incoming."from" and e.to_id = incoming."to"`;

const DELETE_GONE = `delete from graph.edges e where relation = any($1::text[])
  and not exists (select 1 from ${incoming('$2')} where ${SAME})`;
const UPDATE_DETAILS = `update graph.edges e set detail = incoming.detail from ${incoming('$1')}
  where ${SAME} and e.detail is distinct from incoming.detail`;
const INSERT_EDGES = `insert into graph.edges (relation, from_id, to_id, detail)
  select relation, "from", "to", detail from ${incoming('$1')}
  where not exists (select 1 from graph.edges e where ${SAME})`;

interface PendingSection {
  id: number;
  text: string;
  hash: string;
}

/** So much of a section's beginning is embedded: models read hardly more, and annexes are books. */
const EMBEDDED_CHARS = 1_500;

/** Vectors of sections: one for each, of one embedder and one text; none of a language that the embedder does not read. */
export class PgSectionVectorStore {
  constructor(
    private readonly db: Database,
    private readonly embedder: Pick<Embedder, 'id' | 'languages'>,
  ) {}

  async countPending(): Promise<number> {
    const text = `select count(*) as n from (${PENDING}) as pending`;
    return (await this.db.query<{ n: number }>(text, this.values()))[0]?.n ?? 0;
  }

  async pending(limit: number): Promise<PendingSection[]> {
    const text = `${PENDING} order by id limit $3`;
    return this.db.query<PendingSection>(text, [...this.values(), limit]);
  }

  private values(): unknown[] {
    return [this.embedder.id, readableConfigs(this.embedder)];
  }

  async put(sections: readonly PendingSection[], vectors: readonly Float32Array[]): Promise<void> {
    const rows = sections.map(({ id, hash }, row) => {
      return { id, hash, v: toVector(vectors[row] as Float32Array) };
    });
    await this.db.query(
      `insert into graph.vectors (node_id, embedder_id, text_hash, embedding)
       select n.id, $1, r.hash, r.v::vector
       from jsonb_to_recordset($2::jsonb) as r (id integer, hash text, v text)
       join graph.nodes n on n.id = r.id
       on conflict (node_id) do update set embedder_id = excluded.embedder_id,
         text_hash = excluded.text_hash, embedding = excluded.embedding`,
      [this.embedder.id, JSON.stringify(rows)],
    );
  }

  /** All vectors of the embedder by section, those of one language together. */
  async byLanguage(): Promise<{ id: number; vector: Float32Array }[][]> {
    const rows = await this.db.query<{ id: number; config: string; v: string }>(
      `select v.node_id as id, n.config::text, v.embedding::text as v
       from graph.vectors v join graph.nodes n on n.id = v.node_id
       where v.embedder_id = $1 and n.config = any($2::regconfig[]) order by 1`,
      this.values(),
    );
    return [...new Set(rows.map(({ config }) => config))].map((language) =>
      rows
        .filter(({ config }) => config === language)
        .map(({ id, v }) => ({ id, vector: Float32Array.from(JSON.parse(v) as number[]) })),
    );
  }
}

const PENDING = `select id, text, hash from (
    select id, text, md5(text) as hash from (
      select id, concat_ws('. ', nullif(title, ''), nullif(heading, ''),
        left(source_text, ${EMBEDDED_CHARS})) as text
      from graph.nodes where node_type = 'section' and config = any($2::regconfig[])
    ) as written
  ) as hashed
  where not exists (select 1 from graph.vectors v where v.node_id = hashed.id
    and v.embedder_id = $1 and v.text_hash = hashed.hash)`;
