import { AppError, messageOf } from '../../../foundation/errors.js';
import type { RunScratch } from '../../../agenttools/run-scratch.js';
import type { ToolOutcome } from '../../../agenttools/tool.js';
import { shownNodes } from './shown-nodes.js';

/**
 * Runs a question of an explorer tool. The run continues without the explorer: its failure tells the model
 * which tool failed and what is left.
 */
export async function answerOf(tool: string, ask: () => Promise<unknown>): Promise<ToolOutcome> {
  try {
    return { result: await ask() };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'explorer_unavailable') {
      throw failed(
        tool,
        error,
        'The other tools still work, those that search the knowledge base, the documents or sources outside: continue with them, do not call the explorer again in this answer, and tell the user that the knowledge graph is missing from it.',
      );
    }
    if (error.code !== 'explorer_error') throw error;
    throw failed(tool, error, 'Call it again with other arguments, or continue with another tool.');
  }
}

function failed(tool: string, error: AppError, advice: string): AppError {
  const message = `Explorer tool ${tool} failed: ${messageOf(error)}. ${advice}`;
  return new AppError(error.code, message, [], { cause: error });
}

/** What is answered for an id that no node has. */
export function noSuchNode(id: number, scratch: RunScratch): AppError {
  const names = scratch.of(shownNodes).last();
  const ids = names.map((name) => String(name.id));
  const list = names.map((name) => `${name.id} (${name.sourceId})`).join(', ');
  const advice =
    ids.length === 0
      ? 'No node has been found in this run yet: call search_nodes first.'
      : `Those found last in this run: ${list}. Use one of these ids, or call search_nodes.`;
  return new AppError('not_found', `There is no node ${id} in the knowledge graph. ${advice}`, [
    { path: 'id', message: 'unknown node', allowed: ids },
  ]);
}
