import { Module, type DynamicModule } from '@nestjs/common';
import type { Knowledge } from '../../../knowledge/knowledge.js';
import { PgAttachedDocuments } from '../store/attached-documents.store.js';
import { DocumentsController, KNOWLEDGE } from './documents.controller.js';

/** The routes of documents. */
@Module({})
export class DocumentsModule {
  static register(knowledge: Knowledge, attached: PgAttachedDocuments): DynamicModule {
    return {
      module: DocumentsModule,
      controllers: [DocumentsController],
      providers: [
        { provide: KNOWLEDGE, useValue: knowledge },
        { provide: PgAttachedDocuments, useValue: attached },
      ],
    };
  }
}
