import { Module, type DynamicModule } from '@nestjs/common';
import { ResearchService } from '../../research/research.service.js';
import { ROUTE_LIMITS, type RouteLimits } from '../route-limits.js';
import { ResearchStreams } from './research-streams.js';
import { ResearchController } from './research.controller.js';

/** What the routes of deep research stand on. */
export interface ResearchApi {
  service: ResearchService;
  streams: ResearchStreams;
}

/** The routes of deep research. */
@Module({})
export class ResearchModule {
  static register({ service, streams }: ResearchApi, limits: RouteLimits): DynamicModule {
    return {
      module: ResearchModule,
      controllers: [ResearchController],
      providers: [
        { provide: ResearchService, useValue: service },
        { provide: ResearchStreams, useValue: streams },
        { provide: ROUTE_LIMITS, useValue: limits },
      ],
    };
  }
}
