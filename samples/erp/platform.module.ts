import { Module, type DynamicModule } from '@nestjs/common';
import type { Database } from '../../src/store/database.js';
import { IntrospectionModule } from './introspection/introspection.module.js';
import { DatabaseModule } from './shared/database.module.js';
import { PagesModule } from './pages/pages.module.js';
import { SurfacesModule } from './surfaces/surfaces.module.js';
import { TablesModule } from './tables/tables.module.js';
import { WorkflowModule } from './workflow/workflow.module.js';

/** The embedded business backend: every route of docs/platform.md. */
@Module({})
export class PlatformModule {
  /** `db` must have gone through `preparePlatform`; the caller closes it. */
  static register(db: Database): DynamicModule {
    return {
      module: PlatformModule,
      imports: [
        DatabaseModule.register(db),
        IntrospectionModule,
        TablesModule,
        PagesModule,
        SurfacesModule,
        WorkflowModule,
      ],
    };
  }
}
