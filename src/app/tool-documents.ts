import type { Tool } from '../agenttools/tool.js';
import { toolDocument, type IndexedDocument } from '../toolindex/document.js';

/** By tool: one that stays in the catalogue is not read again. */
const documents = new WeakMap<Tool, IndexedDocument>();

/** What tools are found by. */
export function toolDocuments(tools: readonly Tool[]): IndexedDocument[] {
  return tools.map((tool) => {
    const document = documents.get(tool) ?? toolDocument(tool);
    documents.set(tool, document);
    return document;
  });
}
