import { Module, type DynamicModule } from '@nestjs/common';
import type { Database } from '../../src/store/database.js';
import { IntrospectionModule } from './introspection/introspection.module.js';
import { DatabaseModule } from './shared/database.module.js';
import { OpenApiModule } from './openapi/openapi.module.js';
import { PagesModule } from './pages/pages.module.js';
import { SurfacesModule } from './surfaces/surfaces.module.js';
import { TablesModule } from './tables/tables.module.js';
import { WorkflowModule } from './workflow/workflow.module.js';

/** The sample ERP: every route of README.md. */
@Module({})
export class ErpModule {
  /** `db` must have gone through `prepareErp`; the caller closes it. */
  static register(db: Database): DynamicModule {
    return {
      module: ErpModule,
      imports: [
        DatabaseModule.register(db),
        IntrospectionModule,
        TablesModule,
        PagesModule,
        SurfacesModule,
        WorkflowModule,
        OpenApiModule,
      ],
    };
  }
}
