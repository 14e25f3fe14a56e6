import type { Tool } from '../tool.js';
import { getCases } from './get-cases.js';
import { getDeadlines } from './get-deadlines.js';
import { getDocuments } from './get-documents.js';
import { searchKnowledge } from './search-knowledge.js';

/** The tools over what users of the law agent keep here. */
export const lawTools: readonly Tool[] = [searchKnowledge, getDocuments, getCases, getDeadlines];
