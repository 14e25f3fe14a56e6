import { Module, type DynamicModule } from '@nestjs/common';
import { PgCaseStore } from '../../plugins/law/store/cases.store.js';
import { CasesController } from './cases.controller.js';

/** The routes of cases. */
@Module({})
export class CasesModule {
  static register(cases: PgCaseStore): DynamicModule {
    return {
      module: CasesModule,
      controllers: [CasesController],
      providers: [{ provide: PgCaseStore, useValue: cases }],
    };
  }
}
