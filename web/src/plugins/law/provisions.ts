import { defined } from '../../../../src/foundation/defined.js';
import { isObject, type JsonObject } from '../../../../src/foundation/json.js';
import { getJson } from '../../api/client.js';
import { t } from './texts.js';

/** What a tool's result says of nodes: results are data from elsewhere and are read with care. */
export function provisionIn(value: unknown): Provision | undefined {
  if (!isObject(value) || !Number.isInteger(value['id'])) return undefined;
  const text = (key: string) => (typeof value[key] === 'string' ? value[key] : '');
  return {
    id: value['id'] as number,
    node_type: text('node_type'),
    source_id: text('source_id'),
    title: text('title'),
    document: text('document'),
  };
}

/** The connections a result lists, from the node it is about. */
export function edgesIn(value: unknown): ProvisionEdge[] {
  return listIn(value, 'edges').flatMap((edge) => {
    const node = provisionIn(edge['node']);
    if (node === undefined || typeof edge['relation'] !== 'string') return [];
    const detail = edge['detail'];
    return [
      {
        relation: edge['relation'],
        direction: edge['direction'] === 'in' ? ('in' as const) : ('out' as const),
        ...defined({ detail: typeof detail === 'string' ? detail : undefined }),
        node,
      },
    ];
  });
}

/** The objects of a list in a result; anything else is no list. */
export function listIn(value: unknown, key: string): JsonObject[] {
  const list: unknown = isObject(value) ? value[key] : undefined;
  return Array.isArray(list) ? list.filter(isObject) : [];
}

/** What a provision is called: its citation, else its title. */
export function nameOf({ source_id: citation, title }: Provision): string {
  return citation || title || t('Untitled provision');
}

/** Where a text names something from `from` on, -1 where it does not: `§ 12-1` is not named by `§ 12-104`. */
export function namedAt(text: string, name: string, from = 0): number {
  if (name === '') return -1;
  for (let at = text.indexOf(name, from); at >= 0; at = text.indexOf(name, at + 1)) {
    const isWord = !/[\p{L}\p{N}]/u.test(text.slice(at - 1, at));
    const end = at + name.length;
    // No more is needed to see that it goes on.
    if (isWord && !/^(?:[\w\d]|[-.]\d)/.test(text.slice(end, end + 2))) return at;
  }
  return -1;
}

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
