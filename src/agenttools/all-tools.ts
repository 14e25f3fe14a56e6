import { documentTools } from './documents/index.js';
import { explorerTools } from './explorer/index.js';
import { knowledgeTools, outsideTools } from './knowledge/index.js';
import { lawTools } from './law/index.js';
import { legalResearchTools, type LegalServices } from './legal-research/index.js';
import { sharedTools } from './shared/index.js';
import { tableTools } from './tables/index.js';
import type { Tool } from './tool.js';
import { workflowTools } from './workflow/index.js';

/** The tools of a server that searches nothing outside, group after group; the catalogue is made of these. */
export const allTools: readonly Tool[] = [
  ...workflowTools,
  ...tableTools,
  ...sharedTools,
  ...knowledgeTools,
  ...documentTools,
  ...lawTools,
  ...explorerTools,
];

/** The tools of a server with this configuration: what it cannot do is not in its catalogue. */
export function toolsWith(outside: {
  /** Whether the web is searched for the knowledge base. */
  search: boolean;
  legal: LegalServices;
}): readonly Tool[] {
  const searching = outside.search ? outsideTools : [];
  return [...allTools, ...searching, ...legalResearchTools(outside.legal)];
}
