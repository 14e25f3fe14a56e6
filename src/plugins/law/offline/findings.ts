import type { JsonObject } from '../../../foundation/json.js';
import {
  objectOf,
  objectsOf,
  textOf,
  type Exchange,
} from '../../../../samples/offline-model/kit.js';

/** A place that can be quoted. */
export interface Place {
  /** How it is cited, e.g. `§ 12-104`, or the document's title. */
  cited: string;
  /** What it stands in; empty for a document of the user's. */
  within: string;
  /** The node's id; absent for a passage of a document. */
  nodeId?: number;
  section: string;
  text: string;
  /** How well the search says that it fits. */
  score: number;
}

/** What a place counts less than the one that the search gave before it. */
const RANK = 0.12;

/** The places that tools returned; what does not have the shape of a known result is left out. */
export function placesIn(exchanges: readonly Exchange[]): Place[] {
  const nodes = resultsOf(exchanges, 'get_node').filter(({ id }) => typeof id === 'number');
  const listed = resultsOf(exchanges, 'search_nodes').flatMap((data) => objectsOf(data['nodes']));
  const read = new Set(nodes.map(({ id }) => id));
  const passages = resultsOf(exchanges, 'search_knowledge');
  const provisions = [
    ...nodes.map((node, at) => toProvision(node, Math.max(0, 1 - RANK * at))),
    // A text that was only listed counts less: it may be cut.
    ...listed.filter(({ id }) => !read.has(id)).map((node) => toProvision(node, 0)),
  ];
  const texts = provisions.map(({ text }) => onOneLine(text));
  const own = passages.flatMap((data) => objectsOf(data['passages']).map(toPassage));
  // A law may be among the documents as well.
  return [...provisions, ...own.filter(({ text }) => !texts.some((each) => isIn(each, text)))];
}

/** A line of a passage that is as long is found in no other text by chance. */
const LONG_LINE = 60;

function isIn(whole: string, passage: string): boolean {
  const lines = passage.split('\n').map(onOneLine);
  return lines.some((line) => line.length >= LONG_LINE && whole.includes(line.slice(0, LONG_LINE)));
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** What the calls of a tool answered. */
export function resultsOf(exchanges: readonly Exchange[], tool: string): JsonObject[] {
  return exchanges
    .filter(({ name, isError }) => name === tool && !isError)
    .map(({ data }) => objectOf(data));
}

function toProvision(node: JsonObject, score: number): Place {
  return {
    ...{ cited: textOf(node['source_id']), within: textOf(node['document']) },
    ...{ nodeId: Number(node['id']), section: textOf(node['title']) },
    ...{ text: textOf(node['source_text']), score },
  };
}

function toPassage(passage: JsonObject): Place {
  return {
    ...{ cited: textOf(passage['title']), within: '' },
    section: textOf(passage['section']).split(' › ').at(-1) ?? '',
    ...{ text: textOf(passage['text']), score: Number(passage['score']) || 0 },
  };
}

/** How the others are cited that a node that was read is connected with by a relation, out of it or into it. */
export function connected(
  exchanges: readonly Exchange[],
  nodeId: number | undefined,
  relation: string,
  direction: string,
): string[] {
  const last = exchanges.findLast(
    ({ name, isError, arguments: { id } }) =>
      /^get_(node|neighbors)$/.test(name) && !isError && Number(id) === nodeId,
  );
  const edges = objectsOf(objectOf(last?.data)['edges']).filter(
    (edge) =>
      edge['relation'] === relation && (edge['direction'] === 'out' ? 'out' : 'in') === direction,
  );
  const cited = edges.map((edge) => textOf(objectOf(edge['node'])['source_id']));
  return [...new Set(cited)].filter(Boolean);
}
