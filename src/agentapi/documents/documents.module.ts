import { Module, type DynamicModule } from '@nestjs/common';
import type { Knowledge } from '../../knowledge/knowledge.js';
import { REQUEST_SHARES } from '../costly-request.js';
import type { RequestShares } from '../request-shares.js';
import { ROUTE_LIMITS, type RouteLimits } from '../route-limits.js';
import { DocumentsController, KNOWLEDGE } from './documents.controller.js';

/** The routes of documents. */
@Module({})
export class DocumentsModule {
  static register(knowledge: Knowledge, limits: RouteLimits, shares: RequestShares): DynamicModule {
    return {
      module: DocumentsModule,
      controllers: [DocumentsController],
      providers: [
        { provide: KNOWLEDGE, useValue: knowledge },
        { provide: ROUTE_LIMITS, useValue: limits },
        { provide: REQUEST_SHARES, useValue: shares },
      ],
    };
  }
}
