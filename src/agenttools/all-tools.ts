import { documentTools } from './documents/index.js';
import { knowledgeTools, outsideTools } from './knowledge/index.js';
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
];

/** The tools of a server with this configuration: what it cannot do is not in its catalogue. */
export function toolsWith({ outsideSearch }: { outsideSearch: boolean }): readonly Tool[] {
  return outsideSearch ? [...allTools, ...outsideTools] : allTools;
}
