import type { ToolOf } from '../../../agenttools/tool.js';
import type { LawServices } from '../services.js';
import { getCases } from './get-cases.js';
import { getDeadlines } from './get-deadlines.js';
import { getDocuments } from './get-documents.js';
import { searchKnowledge } from './search-knowledge.js';

/** The tools over what users of the law agent keep here. */
export const lawTools: readonly ToolOf<LawServices>[] = [
  searchKnowledge,
  getDocuments,
  getCases,
  getDeadlines,
];
