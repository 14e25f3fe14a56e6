import { Module, type DynamicModule } from '@nestjs/common';
import type { Database } from '../../src/store/database.js';
import { AlertsController } from './alerts/alerts.controller.js';
import { CallerResolver } from './caller.js';
import { CatalogStore } from './introspection/catalog.store.js';
import { IntrospectionController } from './introspection/introspection.controller.js';
import { OpenApiController } from './openapi/openapi.controller.js';
import { FormsController } from './pages/forms.controller.js';
import { PagesController } from './pages/pages.controller.js';
import { PeopleController } from './people/people.controller.js';
import { DATABASE } from './shared/sql.js';
import { ConfigsController } from './tables/configs.controller.js';
import { ConfigsService } from './tables/configs.service.js';
import { ConfigsStore } from './tables/configs.store.js';
import { QueryService } from './tables/query.service.js';
import { KnowledgeStore } from './workflow/knowledge.store.js';
import { ReferenceController } from './workflow/reference/reference.controller.js';
import { RulesController } from './workflow/rules/rules.controller.js';
import { RulesService } from './workflow/rules/rules.service.js';
import { RulesStore } from './workflow/rules/rules.store.js';
import { LiveDataStore } from './workflow/simulation/live-data.store.js';
import { SimulationController } from './workflow/simulation/simulation.controller.js';

/** The sample ERP: every route of README.md. */
@Module({})
export class ErpModule {
  /** `db` must have gone through `prepareErp`; the caller closes it. */
  static register(db: Database): DynamicModule {
    return {
      module: ErpModule,
      controllers: [
        ReferenceController,
        SimulationController,
        RulesController,
        AlertsController,
        PeopleController,
        ConfigsController,
        PagesController,
        FormsController,
        IntrospectionController,
        OpenApiController,
      ],
      providers: [
        { provide: DATABASE, useValue: db },
        CallerResolver,
        CatalogStore,
        ConfigsStore,
        ConfigsService,
        QueryService,
        KnowledgeStore,
        RulesStore,
        RulesService,
        LiveDataStore,
      ],
    };
  }
}
