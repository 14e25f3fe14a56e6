import { isObject, type JsonObject } from '../../../foundation/json.js';
import type { GraphEdge, GraphNode, GraphStats, NodeName, TypeCount } from './explorer-client.js';

/** An answer that is not of the form that was asked for; the message names the field. */
export class WrongForm extends Error {}

/** Reads a node without its text. */
export function nameIn(value: unknown): NodeName {
  const node = objectIn(value, 'a node');
  return {
    id: numberIn(node, 'id'),
    nodeType: textIn(node, 'nodeType'),
    sourceId: textIn(node, 'sourceId'),
    title: textIn(node, 'title'),
    document: textIn(node, 'document'),
  };
}

export function nodeIn(value: unknown): GraphNode {
  const node = objectIn(value, 'a node');
  return { ...nameIn(node), sourceText: textIn(node, 'sourceText') };
}

/** Reads an edge of the node `id`, whose other end `end` reads. */
export function edgeIn<Node extends NodeName>(
  value: unknown,
  id: number,
  end: (value: unknown) => Node,
): GraphEdge<Node> {
  const edge = objectIn(value, 'an edge');
  const { detail } = edge;
  return {
    relation: textIn(edge, 'relation'),
    direction: numberIn(objectIn(edge['fromNode'], '"fromNode"'), 'id') === id ? 'out' : 'in',
    detail: typeof detail === 'string' && detail !== '' ? detail : undefined,
    other: end(edge['other']),
  };
}

/** Reads the counts. */
export function statsIn(value: unknown, titles: unknown): GraphStats {
  const stats = objectIn(value, 'stats');
  return {
    nodes: numberIn(stats, 'nodes'),
    edges: numberIn(stats, 'edges'),
    embeddings: numberIn(stats, 'embeddings'),
    nodeTypes: listIn(stats, 'nodeTypes').map(countIn),
    edgeTypes: listIn(stats, 'edgeTypes').map(countIn),
    laws: isObject(titles) ? lawsIn(titles) : [],
  };
}

function lawsIn(titles: JsonObject): string[] {
  const laws = listIn(titles, 'nodes').map((node) => textIn(objectIn(node, 'a node'), 'document'));
  return [...new Set(laws)];
}

function countIn(value: unknown): TypeCount {
  const count = objectIn(value, 'a count');
  return { type: textIn(count, 'type'), count: numberIn(count, 'count') };
}

/** The object that must be there; `what` names it. */
export function objectIn(value: unknown, what: string): JsonObject {
  if (isObject(value)) return value;
  throw new WrongForm(`${what} is not there`);
}

export function listIn(value: JsonObject, field: string): unknown[] {
  const list = value[field];
  if (Array.isArray(list)) return list;
  throw new WrongForm(`"${field}" is no list`);
}

export function numberIn(value: JsonObject, field: string): number {
  const number = value[field];
  if (typeof number === 'number') return number;
  throw new WrongForm(`"${field}" is no number`);
}

function textIn(value: JsonObject, field: string): string {
  const text = value[field];
  if (typeof text === 'string') return text;
  throw new WrongForm(`"${field}" is no text`);
}
