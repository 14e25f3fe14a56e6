import { toText } from '../../store/stored-text.js';
import type { Database, Queryable } from '../../store/database.js';
import type { OutlineNode } from './law-outline.js';

/** A document with its nodes, ready to be stored. */
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

/** A stored document as a later build compares it. */
export interface StoredDocument {
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

  /** Removes all other collections; answers how many documents went. */
  async keepOnly(collection: string): Promise<number> {
    const text = 'delete from graph.documents where collection <> $1 returning id';
    return (await this.db.query(text, [collection])).length;
  }

  /** Brings a document to what was read of it: changed nodes updated, new ones added, others removed. */
  async save(document: DocumentToStore): Promise<void> {
    await this.db.transaction(async (tx) => {
      const id = await saveDocument(tx, document);
      const nodes = JSON.stringify(document.nodes.map(toRow));
      await tx.query(REMOVE_GONE, [id, document.nodes.map(({ key }) => key)]);
      await tx.query(UPDATE_CHANGED, [id, document.config, nodes]);
      await tx.query(INSERT_NEW, [id, document.config, nodes]);
    });
  }
}

async function saveDocument(tx: Queryable, document: DocumentToStore): Promise<number> {
  const { collection, path, title, abbreviation, sha256 } = document;
  const values = [collection, path, toText(title), toText(abbreviation), sha256];
  const [updated] = await tx.query<{ id: number }>(UPDATE_DOCUMENT, values);
  const [row] = updated ? [updated] : await tx.query<{ id: number }>(INSERT_DOCUMENT, values);
  if (!row) throw new Error(`The document ${path} was not stored.`);
  return row.id;
}

/** The columns of {@link INCOMING}. */
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

const UPDATE_DOCUMENT = `update graph.documents set title = $3, abbreviation = $4, sha256 = $5
  where collection = $1 and path = $2 returning id`;
const INSERT_DOCUMENT = `insert into graph.documents (collection, path, title, abbreviation, sha256)
  values ($1, $2, $3, $4, $5) returning id`;

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
const INSERT_NEW = `insert into graph.nodes (document_id, config, ${COLUMNS})
  select $1, $2::regconfig, ${prefixed('incoming')} from ${INCOMING}
  where not exists (select 1 from graph.nodes n where n.document_id = $1 and n.key = incoming.key)
  order by incoming.position`;

function prefixed(table: string): string {
  return COLUMNS.replace(/(\w+)/g, `${table}.$1`);
}
