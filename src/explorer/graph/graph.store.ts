import type { Queryable } from '../../store/database.js';

/** The kinds of nodes: a document, a part of one, or a section (or annex), which holds text. */
export const nodeTypes = ['title', 'part', 'section'] as const;

export type NodeType = (typeof nodeTypes)[number];

/** The kinds of edges. `from` contains, cites or amends `to`; for `similar` neither comes first. */
export type Relation = 'contains' | 'cites' | 'amends' | 'similar';

export interface GraphNode {
  id: number;
  nodeType: NodeType;
  sourceId: string;
  title: string;
  document: string;
  sourceText: string;
}

interface GraphEdge {
  id: number;
  relation: Relation;
  detail: string | null;
  from_id: number;
  to_id: number;
}

export class PgGraphStore {
  constructor(private readonly db: Queryable) {}

  /** What the schema calls `Stats`, but for whether it is being built. */
  async stats(): Promise<object | undefined> {
    return (await this.db.query<object>(STATS))[0];
  }

  async list(type: NodeType | undefined, limit: number, offset: number): Promise<GraphNode[]> {
    return this.db.query<GraphNode>(
      `${SELECT} where $1::text is null or n.node_type = $1
       order by d.collection, d.path, n.position limit $2 offset $3`,
      [type ?? null, limit, offset],
    );
  }

  async count(type: NodeType | undefined): Promise<number> {
    const [row] = await this.db.query<{ n: number }>(
      'select count(*) as n from graph.nodes where $1::text is null or node_type = $1',
      [type ?? null],
    );
    return row?.n ?? 0;
  }

  /** The nodes of these ids, in this order; unknown ones are left out. */
  async byIds(ids: readonly number[]): Promise<GraphNode[]> {
    if (ids.length === 0) return [];
    const rows = await this.db.query<GraphNode>(`${SELECT} where n.id = any($1::int[])`, [ids]);
    const nodes = new Map(rows.map((node) => [node.id, node]));
    return ids.flatMap((id) => nodes.get(id) ?? []);
  }

  /** A node's edges in both directions: amendments and citations first, then similar ones, then what contains. */
  async edgesOf(id: number, limit: number): Promise<GraphEdge[]> {
    return this.db.query<GraphEdge>(EDGES, [id, limit]);
  }
}

const SELECT = `select n.id, n.node_type as "nodeType", n.source_id as "sourceId", n.title,
    d.title as document, n.source_text as "sourceText"
  from graph.nodes n join graph.documents d on d.id = n.document_id`;

const EDGES = `select id, relation, detail, from_id, to_id from graph.edges
  where from_id = $1 or to_id = $1
  order by array_position(array['amends', 'cites', 'similar', 'contains'], relation), id limit $2`;

const STATS = `select (select count(*) from graph.nodes) as nodes,
  (select count(*) from graph.edges) as edges,
  (select count(*) from graph.vectors) as embeddings,
  (select count(*) from graph.unresolved) as unresolved,
  ${countsOf('graph.nodes', 'node_type')} as "nodeTypes",
  ${countsOf('graph.edges', 'relation')} as "edgeTypes"`;

function countsOf(table: string, column: string): string {
  return `(select coalesce(jsonb_agg(c order by c.count desc, c.type), '[]')
    from (select ${column} as type, count(*) as count from ${table} group by 1) as c)`;
}
