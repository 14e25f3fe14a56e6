import { Module, type DynamicModule } from '@nestjs/common';
import { ROUTE_LIMITS, type RouteLimits } from '../route-limits.js';
import { RunsService } from '../runs.service.js';
import { RunsController } from './runs.controller.js';

/** The routes of a caller's runs. */
@Module({})
export class RunsModule {
  static register(runs: RunsService, limits: RouteLimits): DynamicModule {
    return {
      module: RunsModule,
      controllers: [RunsController],
      providers: [
        { provide: RunsService, useValue: runs },
        { provide: ROUTE_LIMITS, useValue: limits },
      ],
    };
  }
}
