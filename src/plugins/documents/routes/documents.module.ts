import { Module, type DynamicModule } from '@nestjs/common';
import type { Knowledge } from '../../../knowledge/knowledge.js';
import { DocumentsController, KNOWLEDGE } from './documents.controller.js';

/** The routes of documents. */
@Module({})
export class DocumentsModule {
  static register(knowledge: Knowledge): DynamicModule {
    return {
      module: DocumentsModule,
      controllers: [DocumentsController],
      providers: [{ provide: KNOWLEDGE, useValue: knowledge }],
    };
  }
}
