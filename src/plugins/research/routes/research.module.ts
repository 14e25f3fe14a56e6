import { Module, type DynamicModule } from '@nestjs/common';
import { ResearchService } from '../research.service.js';
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
  static register({ service, streams }: ResearchApi): DynamicModule {
    return {
      module: ResearchModule,
      controllers: [ResearchController],
      providers: [
        { provide: ResearchService, useValue: service },
        { provide: ResearchStreams, useValue: streams },
      ],
    };
  }
}
