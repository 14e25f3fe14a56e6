import type { ToolOf } from '../../../agenttools/tool.js';
import type { DocumentServices } from '../services.js';
import { navigateTo, openDocument } from './move-page.js';
import { readMultipleDocuments, readOneDocument } from './read-documents.js';
import { searchDocuments } from './search-documents.js';
import { showMap } from './show-map.js';
import { getDocumentSummary, rerankDocuments } from './weigh-documents.js';

/** The tools of research in documents. */
export const documentTools: readonly ToolOf<DocumentServices>[] = [
  searchDocuments,
  readOneDocument,
  readMultipleDocuments,
  rerankDocuments,
  getDocumentSummary,
  openDocument,
];

/** Those that show pages and places of the ERP. */
export const erpTools: readonly ToolOf<DocumentServices>[] = [navigateTo, showMap];
