import { staticTools } from '../../agenttools/sources/tool-source.js';
import { definePlugin } from '../../host/plugin.js';
import { sharedTools } from './schema-tools.js';

/** The structure of the ERP's database, for every agent that works with it. */
export const businessDataPlugin = definePlugin({
  name: 'business-data',
  open: ({ backend }) => ({ backend: backend('erp') }),
  sources: ({ backend }) => [
    staticTools({
      id: 'business_data',
      title: 'Business database',
      backend,
      tools: sharedTools,
      services: {},
    }),
  ],
});
