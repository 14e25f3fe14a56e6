import type { AnyPlugin } from '../host/plugin.js';
import { businessDataPlugin } from './business-data/plugin.js';
import { documentsPlugin } from './documents/plugin.js';
import { knowledgePlugin } from './knowledge/plugin.js';
import { lawPlugin } from './law/plugin.js';
import { researchPlugin } from './research/plugin.js';
import { tablesPlugin } from './tables/plugin.js';
import { workflowPlugin } from './workflow/plugin.js';

/** The plugins that come with the server, in the order of their tools and agents. */
export const builtInPlugins: readonly AnyPlugin[] = [
  workflowPlugin,
  tablesPlugin,
  businessDataPlugin,
  knowledgePlugin,
  documentsPlugin,
  lawPlugin,
  researchPlugin,
];

/** Those of them that serve any backend; the others are about the sample's ERP and laws. */
export const generalPlugins: readonly AnyPlugin[] = [
  knowledgePlugin,
  documentsPlugin,
  researchPlugin,
];
