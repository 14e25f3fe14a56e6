import type { Backend } from '../../agenttools/sources/backend.js';
import { staticTools } from '../../agenttools/sources/static-tools.js';
import { definePlugin } from '../../host/plugin.js';
import type { Knowledge } from '../../knowledge/knowledge.js';
import { documentsAgent } from './agent.js';
import { DocumentsModule } from './routes/documents.module.js';
import { acceptUploads } from './routes/uploads.js';
import { documentTools } from './tools/index.js';

interface Services {
  knowledge: Knowledge;
  /** What `show_map` reads places from. */
  backend: Backend;
}

/** Research in the users' documents, with every citation bound to a block that was read. */
export const documentsPlugin = definePlugin<unknown, Services>({
  name: 'documents',
  open: ({ knowledge, backend }) => ({ knowledge, backend: backend('erp') }),
  sources: ({ knowledge, backend }) => [
    staticTools({
      id: 'documents',
      title: 'Documents',
      backend,
      tools: documentTools,
      services: { knowledge },
    }),
  ],
  agents: { documents: documentsAgent },
  attach: (app, { knowledge }) => acceptUploads(app, knowledge.maxBytes),
  routes: ({ knowledge }) => [DocumentsModule.register(knowledge)],
});
