import { Module, type DynamicModule } from '@nestjs/common';
import type { Knowledge } from '../../knowledge/knowledge.js';
import { ROUTE_LIMITS, type RouteLimits } from '../route-limits.js';
import { DocumentsController, KNOWLEDGE } from './documents.controller.js';

/** The routes of documents. */
@Module({})
export class DocumentsModule {
  static register(knowledge: Knowledge, limits: RouteLimits): DynamicModule {
    return {
      module: DocumentsModule,
      controllers: [DocumentsController],
      providers: [
        { provide: KNOWLEDGE, useValue: knowledge },
        { provide: ROUTE_LIMITS, useValue: limits },
      ],
    };
  }
}
