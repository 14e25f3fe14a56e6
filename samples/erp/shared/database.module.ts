import { Module, type DynamicModule } from '@nestjs/common';
import type { Database } from '../../../src/store/database.js';
import { DATABASE } from './database.token.js';

/** Makes {@link DATABASE} injectable in every module of the platform. */
@Module({})
export class DatabaseModule {
  /** The caller keeps the database's life cycle; the module never closes it. */
  static register(db: Database): DynamicModule {
    return {
      module: DatabaseModule,
      global: true,
      providers: [{ provide: DATABASE, useValue: db }],
      exports: [DATABASE],
    };
  }
}
