import type { ToolOf } from '../../../agenttools/tool.js';
import type { LawServices } from '../services.js';
import { findSimilar } from './find-similar.js';
import { getNeighbors } from './get-neighbors.js';
import { getNode } from './get-node.js';
import { getStats } from './get-stats.js';
import { searchNodes } from './search-nodes.js';

/** The tools of the knowledge graph. */
export const explorerTools: readonly ToolOf<LawServices>[] = [
  getStats,
  searchNodes,
  getNode,
  getNeighbors,
  findSimilar,
];
