import type { JsonObject } from '../../../foundation/json.js';
import {
  objectOf,
  objectsOf,
  textOf,
  type Exchange,
  type FoundChunk,
} from '../../../../samples/offline-model/kit.js';

/** What a place counts less than the one that the search gave before it. */
const RANK = 0.12;

/** The places that tools returned, as passages; what does not have the shape of a known result is left out. */
export function passagesIn(exchanges: readonly Exchange[]): FoundChunk[] {
  const nodes = resultsOf(exchanges, 'get_node').filter(({ id }) => typeof id === 'number');
  const listed = resultsOf(exchanges, 'search_nodes').flatMap((data) => objectsOf(data['nodes']));
  const read = new Set(nodes.map(({ id }) => id));
  const provisions = [
    ...nodes.map((node, at) => toProvision(node, Math.max(0, 1 - RANK * at))),
    // A text that was only listed counts less: it may be cut.
    ...listed.filter(({ id }) => !read.has(id)).map((node) => toProvision(node, 0)),
  ];
  const texts = provisions.map(wordsOf);
  const own = resultsOf(exchanges, 'search_knowledge').flatMap((data) =>
    objectsOf(data['passages']).map(toPassage),
  );
  // A law may be among the documents as well.
  const isKnown = (passage: FoundChunk) => texts.some((text) => isIn(text, passage));
  return [...provisions, ...own.filter((passage) => !isKnown(passage))].map((chunk, number) => ({
    ...chunk,
    blocks: chunk.blocks.map(({ text }) => ({ number, text })),
  }));
}

/** A line of a passage that is as long is found in no other text by chance. */
const LONG_LINE = 60;

function isIn(whole: string, { blocks: [block] }: FoundChunk): boolean {
  const lines = (block?.text ?? '').split('\n').map(onOneLine);
  return lines.some((line) => line.length >= LONG_LINE && whole.includes(line.slice(0, LONG_LINE)));
}

/** What a passage says, on one line. */
export function wordsOf({ blocks: [block] }: FoundChunk): string {
  return onOneLine(block?.text ?? '');
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function resultsOf(exchanges: readonly Exchange[], tool: string): JsonObject[] {
  return exchanges
    .filter(({ name, isError }) => name === tool && !isError)
    .map(({ data }) => objectOf(data));
}

function toProvision(node: JsonObject, score: number): FoundChunk {
  const cited = textOf(node['source_id']);
  return {
    ...{ title: textOf(node['document']) || cited, section: textOf(node['title']), cited, score },
    ...{ nodeId: Number(node['id']), blocks: [{ number: 0, text: textOf(node['source_text']) }] },
  };
}

function toPassage({ title, section, text, score }: JsonObject): FoundChunk {
  return {
    ...{ title: textOf(title), section: textOf(section).split(' › ').at(-1) ?? '' },
    ...{ score: Number(score) || 0, blocks: [{ number: 0, text: textOf(text) }] },
  };
}

/** How the others are cited that a node that was read is connected with, each with the relation: `cites_out`. */
export function connected(
  exchanges: readonly Exchange[],
  nodeId: number,
): { relation: string; cited: string }[] {
  const last = exchanges.findLast(
    ({ name, isError, arguments: { id } }) =>
      /^get_(node|neighbors)$/.test(name) && !isError && Number(id) === nodeId,
  );
  return objectsOf(objectOf(last?.data)['edges']).map(({ relation, direction, node }) => ({
    relation: `${textOf(relation)}_${direction === 'out' ? 'out' : 'in'}`,
    cited: textOf(objectOf(node)['source_id']),
  }));
}
