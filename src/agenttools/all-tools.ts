import { sharedTools } from './shared/index.js';
import { tableTools } from './tables/index.js';
import type { Tool } from './tool.js';
import { workflowTools } from './workflow/index.js';

/** Every tool of the server, group after group; the catalogue is made of these. */
export const allTools: readonly Tool[] = [...workflowTools, ...tableTools, ...sharedTools];
