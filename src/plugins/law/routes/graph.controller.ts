import { Controller, Get, Inject, Param } from '@nestjs/common';
import { Costly } from '../../../agentapi/refuse-early.js';
import type { ExplorerClient } from '../graph/http-explorer.js';
import { nameLine } from '../graph/node-lines.js';
import { AppError } from '../../../foundation/errors.js';

/** Injection token of the server's {@link ExplorerClient}. */
export const EXPLORER = Symbol('EXPLORER');

/** Ids are GraphQL's 32-bit integers. */
const ID = /^\d{1,9}$/;

/**
 * The knowledge graph for the page, which speaks to its own origin only. The graph is the same for all
 * users: nothing in it is anybody's own.
 */
@Controller('v1/agent/graph')
export class GraphController {
  constructor(@Inject(EXPLORER) private readonly explorer: ExplorerClient) {}

  /** A node with its whole text and its first 50 connections; the client's time limit ends the question. */
  @Costly()
  @Get('nodes/:id')
  async node(@Param('id') id: string) {
    const { signal } = new AbortController();
    const found = ID.test(id) ? await this.explorer.node(Number(id), signal) : undefined;
    if (found === undefined) throw noNode(id);
    const { node, edges } = found;
    return {
      ...nameLine(node),
      source_text: node.sourceText,
      edges: edges.map(({ other, ...line }) => ({ ...line, node: nameLine(other) })),
    };
  }
}

function noNode(id: string): AppError {
  return new AppError(
    'not_found',
    `There is no node ${id.slice(0, 80)} in the knowledge graph. Its ids are whole numbers, as search_nodes and the edges of a node give them.`,
  );
}
