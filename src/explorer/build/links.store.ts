import type { Database } from '../../store/database.js';
import { toText } from '../../store/stored-text.js';
import type { Relation } from '../graph/graph.store.js';
import type { Link, LinkText, Unresolved, LinkDocument } from './link.js';

/** Reads the texts that are linked, and writes the edges; an edge that stays keeps its id. */
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

  /** Makes the edges of these relations exactly `links`. */
  async replace(relations: readonly Relation[], links: readonly Link[]): Promise<void> {
    const rows = JSON.stringify(links.map((link) => ({ ...link, detail: toStored(link.detail) })));
    await this.db.transaction(async (tx) => {
      await tx.query(DELETE_GONE, [relations, rows]);
      await tx.query(UPDATE_DETAILS, [rows]);
      await tx.query(INSERT_NEW, [rows]);
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

function toStored(detail: string | null): string | null {
  return detail === null ? null : toText(detail);
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
const INSERT_NEW = `insert into graph.edges (relation, from_id, to_id, detail)
  select relation, "from", "to", detail from ${incoming('$1')}
  where not exists (select 1 from graph.edges e where ${SAME})`;
