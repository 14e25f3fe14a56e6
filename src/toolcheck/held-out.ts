import { toolDocument, type DescribedTool, type IndexedDocument } from '../toolindex/document.js';
import type { JsonObject } from '../foundation/json.js';

/** The fields of a tool that are checked. */
export type CheckedTool = DescribedTool & { inputSchema: JsonObject };

/** How many indexes it takes until each example was left out of one: the most examples a tool has. */
export function roundsOf(tools: readonly CheckedTool[]): number {
  return Math.max(0, ...tools.map(({ examples }) => examples.length));
}

/**
 * The catalogue as documents, each tool without its example number `round`: an example that stood in
 * the index would find itself. A tool with fewer examples keeps all it has.
 */
export function heldOutDocuments(tools: readonly CheckedTool[], round: number): IndexedDocument[] {
  return tools.map((tool) => {
    const examples = tool.examples.filter((_, at) => at !== round);
    return toolDocument({ ...tool, examples });
  });
}
