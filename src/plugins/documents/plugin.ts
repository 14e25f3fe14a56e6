import type { Backend } from '../../agenttools/sources/backend.js';
import { staticTools } from '../../agenttools/sources/tool-source.js';
import { definePlugin } from '../../host/plugin.js';
import type { Knowledge } from '../../knowledge/knowledge.js';
import { readQueryVariants, writerOf } from '../../citations/query-variants.js';
import type { LlmProvider } from '../../llm/types.js';
import { speaksOfDocuments } from '../../citations/search-passages.js';
import { documentsAgent } from './agent.js';
import { DocumentsController, KNOWLEDGE, acceptUploads } from './routes/documents.controller.js';
import { navigateTo, openDocument, showMap } from './tools/move-page.js';
import { readMultipleDocuments, readOneDocument } from './tools/read-documents.js';
import { searchDocuments, getDocumentSummary, rerankDocuments } from './tools/search-documents.js';
import { attachedDocuments, deleteAttachedDocuments, PgAttachedDocuments } from './attachments.js';
import { quoteDocuments } from './commands.js';

interface Services {
  knowledge: Knowledge;
  writer: LlmProvider | undefined;
  attached: PgAttachedDocuments;
  /** The ERP, whose pages and places the tools for them show; absent where none is served. */
  backend: Backend | undefined;
}

export const documentsPlugin = definePlugin<{ variants: boolean }, Services>({
  name: 'documents',
  commands: [quoteDocuments],
  migrations: new URL('./store/migrations/', import.meta.url),
  settings: (read) => ({ variants: readQueryVariants(read) }),
  open: ({ db, clock, knowledge, models, settings, backend, hasBackend }) => ({
    knowledge,
    get writer() {
      return writerOf(models, settings.variants);
    },
    attached: new PgAttachedDocuments(db, clock),
    backend: hasBackend('erp') ? backend('erp') : undefined,
  }),
  sources: (services) => [
    staticTools({
      id: 'documents',
      title: 'Documents',
      tools: [
        searchDocuments,
        readOneDocument,
        readMultipleDocuments,
        rerankDocuments,
        getDocumentSummary,
        openDocument,
        ...(services.backend === undefined ? [] : [navigateTo, showMap]),
      ],
      services,
      backend: services.backend,
    }),
  ],
  agents: ({ knowledge }) => ({
    documents: {
      ...documentsAgent,
      routing: { ...documentsAgent.routing, speaksOf: speaksOfDocuments(knowledge) },
    },
  }),
  attachments: ({ knowledge }) => ({ find: attachedDocuments(knowledge) }),
  conversationCleanup: deleteAttachedDocuments,
  attach: (app, { knowledge }) => acceptUploads(app, knowledge.maxBytes),
  routes: ({ knowledge, attached }) => [
    {
      module: class DocumentsModule {},
      controllers: [DocumentsController],
      providers: [
        { provide: KNOWLEDGE, useValue: knowledge },
        { provide: PgAttachedDocuments, useValue: attached },
      ],
    },
  ],
});
