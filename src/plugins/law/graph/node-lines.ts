import { firstChars } from '../../../foundation/text.js';
import type { Slot, RunScratch } from '../../../agenttools/run-scratch.js';
import { AppError, messageOf, notFound } from '../../../foundation/errors.js';
import type { ToolOutcome } from '../../../agenttools/tool.js';

export interface NodeName {
  id: number;
  /** `title`, `part` or `section`. */
  nodeType: string;
  /** As people cite it, e.g. `§ 12-104`. */
  sourceId: string;
  title: string;
  document: string;
}

export interface GraphNode extends NodeName {
  /** Whole where one node is asked for; of nodes in a list at least what {@link LIST_CHARS} says, where there is so much. */
  sourceText: string;
}

/** A connection of a node: `contains`, `cites`, `amends` or `similar`. */
export interface GraphEdge<Node extends NodeName = GraphNode> {
  relation: string;
  /** What the text says of it, e.g. `Abs. 1 Satz 2`. */
  detail?: string;
  direction: 'out' | 'in';
  other: Node;
}

export interface TypeCount {
  type: string;
  count: number;
}

export interface GraphStats {
  nodes: number;
  edges: number;
  embeddings: number;
  nodeTypes: readonly TypeCount[];
  edgeTypes: readonly TypeCount[];
  laws: readonly string[];
}

/** What is looked for; `limit` from 1 to 200. */
export interface NodeSearch {
  type?: string;
  search?: string;
  limit: number;
  offset: number;
}

export interface NodePage {
  total: number;
  nodes: readonly GraphNode[];
}

export const LIST_CHARS = 500;
const LEAST_CHARS = 60;
/** The texts of a list share so many characters: well within what a model gets of one result. */
const BUDGET = 20_000;

export function nameLine({ id, nodeType, sourceId, title, document }: NodeName) {
  return { id, node_type: nodeType, source_id: sourceId, title, document };
}

export function nodeLines(nodes: readonly GraphNode[]) {
  const share = Math.floor(BUDGET / Math.max(nodes.length, 1));
  const max = Math.max(LEAST_CHARS, Math.min(LIST_CHARS, share));
  return nodes.map((node) => ({ ...nameLine(node), source_text: shortText(node.sourceText, max) }));
}

function shortText(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${firstChars(text, max - 1)}…`;
}

const MAX_NAMED = 12;

class ShownNodes {
  private readonly names = new Map<number, NodeName>();

  add(nodes: readonly NodeName[]): void {
    for (const node of nodes.slice(0, MAX_NAMED)) {
      this.names.delete(node.id);
      this.names.set(node.id, node);
    }
    for (const id of this.names.keys()) {
      if (this.names.size <= MAX_NAMED) return;
      this.names.delete(id);
    }
  }

  last(): readonly NodeName[] {
    return [...this.names.values()];
  }
}

export const shownNodes: Slot<ShownNodes> = { make: () => new ShownNodes() };

/** Runs a question of an explorer tool; its failure tells the model which tool failed and what is left. */
export async function answerOf(tool: string, ask: () => Promise<unknown>): Promise<ToolOutcome> {
  try {
    return { result: await ask() };
  } catch (error) {
    const advice = error instanceof AppError ? ADVICE[error.code] : undefined;
    if (!(error instanceof AppError) || advice === undefined) throw error;
    const message = `Explorer tool ${tool} failed: ${messageOf(error)}. ${advice}`;
    throw new AppError(error.code, message, [], { cause: error });
  }
}

const ADVICE: Partial<Record<AppError['code'], string>> = {
  explorer_unavailable:
    'The other tools still work, those that search the knowledge base, the documents or sources outside: continue with them, do not call the explorer again in this answer, and tell the user that the knowledge graph is missing from it.',
  explorer_error: 'Call it again with other arguments, or continue with another tool.',
};

export function noSuchNode(id: number, scratch: RunScratch): AppError {
  const names = scratch.of(shownNodes).last();
  const ids = names.map((name) => String(name.id));
  const list = names.map((name) => `${name.id} (${name.sourceId})`).join(', ');
  const advice =
    ids.length === 0
      ? 'No node has been found in this run yet: call search_nodes first.'
      : `Those found last in this run: ${list}. Use one of these ids, or call search_nodes.`;
  return notFound(`There is no node ${id} in the knowledge graph. ${advice}`, [
    { path: 'id', message: 'unknown node', allowed: ids },
  ]);
}
