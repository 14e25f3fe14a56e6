import type { ToolOf } from '../../../agenttools/tool.js';
import type { LawServices } from '../services.js';
import { getCases, getDeadlines } from './case-tools.js';
import { getDocuments, searchKnowledge } from './document-tools.js';

/** The tools over what users of the law agent keep here. */
export const lawTools: readonly ToolOf<LawServices>[] = [
  searchKnowledge,
  getDocuments,
  getCases,
  getDeadlines,
];
