import { firstChars } from '../../../foundation/first-chars.js';
import type { GraphNode, NodeName } from './explorer-client.js';

/** The most characters of a node's text in a list. */
export const LIST_CHARS = 500;
/** The least, however long the list is. */
const LEAST_CHARS = 60;
/** The texts of a list share so many characters: well within what a model gets of one result. */
const BUDGET = 20_000;

/** A node as the model reads it, without its text. */
export function nameLine({ id, nodeType, sourceId, title, document }: NodeName) {
  return { id, node_type: nodeType, source_id: sourceId, title, document };
}

/** Nodes as lines of a list: their texts are cut to 500 characters, and shorter in a long list. */
export function nodeLines(nodes: readonly GraphNode[]) {
  const share = Math.floor(BUDGET / Math.max(nodes.length, 1));
  const max = Math.max(LEAST_CHARS, Math.min(LIST_CHARS, share));
  return nodes.map((node) => ({ ...nameLine(node), source_text: shortText(node.sourceText, max) }));
}

/** A text of at most `max` characters, which ends with `…` when there is more; never cut within a character. */
export function shortText(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${firstChars(text, max - 1)}…`;
}
