import { getJson } from '../../api/client.js';

/** A node of the knowledge graph without its text, as tools and routes name it. */
export interface Provision {
  id: number;
  /** `title`, `part` or `section`. */
  node_type: string;
  /** As people cite it, e.g. `§ 12-104`. */
  source_id: string;
  title: string;
  /** The body of rules it stands in. */
  document: string;
}

/** A connection as seen from one node. */
export interface ProvisionEdge {
  relation: string;
  direction: 'in' | 'out';
  /** What the text says of it, e.g. `Abs. 1`. */
  detail?: string;
  node: Provision;
}

/** A node with its whole text and what it is connected with. */
export interface WholeProvision extends Provision {
  source_text: string;
  edges: readonly ProvisionEdge[];
}

/** What is asked of one node; nodes do not change while they are looked at. */
export const nodeQuery = (id: number) => ({
  queryKey: ['graph', id],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    getJson<WholeProvision>(`/v1/agent/graph/nodes/${id}`, signal),
  staleTime: 5 * 60_000,
  retry: false,
});
