import { Module, type DynamicModule } from '@nestjs/common';
import { RunsService } from '../runs.service.js';
import { RunsController } from './runs.controller.js';

/** The routes of a caller's runs. */
@Module({})
export class RunsModule {
  static register(runs: RunsService): DynamicModule {
    return {
      module: RunsModule,
      controllers: [RunsController],
      providers: [{ provide: RunsService, useValue: runs }],
    };
  }
}
