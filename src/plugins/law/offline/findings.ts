import { isObject, type JsonObject } from '../../../foundation/json.js';
import {
  errorOf,
  objectOf,
  objectsOf,
  textOf,
  type Exchange,
  type FoundChunk,
} from '../../../../samples/offline-model/kit.js';

/** A place that can be quoted. */
export interface LawSource {
  /** How it is cited, e.g. `§ 12-104`, or the document's title. */
  cited: string;
  /** What it stands in; empty for a document of the user's. */
  within: string;
  /** The node's id; absent for a passage of a document. */
  nodeId?: number;
}

/** What is connected with a node that was read. */
export interface LawEdge {
  relation: string;
  isOut: boolean;
  /** How the other end is cited. */
  cited: string;
}

/** What a search in the law brought. */
export interface LawFindings {
  /** Texts to quote; the number of a block is the place in `sources`. */
  chunks: FoundChunk[];
  sources: LawSource[];
  /** By the id of the node they belong to. */
  edges: ReadonlyMap<number, readonly LawEdge[]>;
  /** By the tool that gave them: cases, deadlines, documents, findings outside. */
  lists: readonly { tool: string; items: readonly JsonObject[] }[];
  /** Calls that failed. */
  failures: readonly { tool: string; code: string; message: string }[];
}

/** The lists that tools answer, by the field that holds them. */
const LISTS = ['deadlines', 'cases', 'documents', 'results'] as const;

/** Reads what tools returned; what does not have the shape of a known result is left out. */
export function readFindings(exchanges: readonly Exchange[]): LawFindings {
  const good = exchanges.filter(({ isError }) => !isError);
  const nodes = dataOf(good, 'get_node').filter((node) => typeof node['id'] === 'number');
  const listed = dataOf(good, 'search_nodes').flatMap(({ nodes: found }) => objectsOf(found));
  const read = new Set(nodes.map(({ id }) => id));
  const places = [
    ...nodes.map((node, at) => nodePlace(node, 1 / (at + 1))),
    // A text that was only listed counts less: it may be cut.
    ...listed.filter(({ id }) => !read.has(id)).map((node) => nodePlace(node, 0)),
    ...dataOf(good, 'search_knowledge').flatMap(({ passages }) =>
      objectsOf(passages).map(passagePlace),
    ),
  ];
  return {
    chunks: places.map(({ chunk, text }, number) => ({ ...chunk, blocks: [{ number, text }] })),
    sources: places.map(({ source }) => source),
    edges: edgesOf(good),
    lists: good.flatMap(({ name, data }) =>
      LISTS.filter((field) => field in objectOf(data)).map((field) => ({
        tool: name,
        items: objectsOf(objectOf(data)[field]),
      })),
    ),
    failures: exchanges.filter(({ isError }) => isError).map(failureOf),
  };
}

function dataOf(exchanges: readonly Exchange[], tool: string): JsonObject[] {
  return exchanges.filter(({ name }) => name === tool).map(({ data }) => objectOf(data));
}

interface Place {
  source: LawSource;
  chunk: Omit<FoundChunk, 'blocks'>;
  text: string;
}

function nodePlace(node: JsonObject, score: number): Place {
  const cited = textOf(node['source_id']);
  const within = textOf(node['document']);
  return {
    source: { cited, within, nodeId: Number(node['id']) },
    chunk: { title: within, section: textOf(node['title']), score },
    text: textOf(node['source_text']),
  };
}

function passagePlace(passage: JsonObject): Place {
  const cited = textOf(passage['title']);
  const section = textOf(passage['section']).split(' › ').at(-1) ?? '';
  return {
    source: { cited, within: '' },
    chunk: { title: cited, section, score: Number(passage['score']) || 0 },
    text: textOf(passage['text']),
  };
}

function edgesOf(exchanges: readonly Exchange[]): Map<number, LawEdge[]> {
  const found = new Map<number, LawEdge[]>();
  for (const { name, arguments: input, data } of exchanges) {
    if (name !== 'get_node' && name !== 'get_neighbors') continue;
    const edges = objectsOf(objectOf(data)['edges']).map((edge) => ({
      relation: textOf(edge['relation']),
      isOut: edge['direction'] === 'out',
      cited: textOf(objectOf(edge['node'])['source_id']),
    }));
    found.set(Number(input['id'] ?? objectOf(data)['id']), edges);
  }
  return found;
}

function failureOf(exchange: Exchange): { tool: string; code: string; message: string } {
  const error = isObject(exchange.data) ? objectOf(exchange.data['error']) : {};
  return { tool: exchange.name, code: textOf(error['code']), message: errorOf(exchange).message };
}
