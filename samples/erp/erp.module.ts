import { Module, type DynamicModule } from '@nestjs/common';
import type { Database } from '../../src/store/database.js';
import { isLoopback } from '../../src/foundation/parse-url.js';
import { SettingsReader, type Environment } from '../../src/foundation/settings-reader.js';
import { AlertsController } from './alerts.controller.js';
import { CallerResolver, PeopleController } from './people.controller.js';
import { CatalogStore } from './introspection/catalog.store.js';
import { IntrospectionController } from './introspection/introspection.controller.js';
import { OpenApiController } from './openapi/document.js';
import { FormsController } from './pages/forms.controller.js';
import { PagesController } from './pages/pages.controller.js';
import { DATABASE } from './shared/fields.js';
import { ConfigsController } from './tables/configs.controller.js';
import { ConfigsStore } from './tables/configs.store.js';
import { KnowledgeStore, ReferenceController } from './workflow/knowledge.store.js';
import { RulesController } from './workflow/rules/rules.controller.js';
import { RulesStore } from './workflow/rules/rules.store.js';
import { LiveDataStore } from './workflow/simulation/live-data.store.js';
import { SimulationController } from './workflow/simulation/simulation.controller.js';

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
        KnowledgeStore,
        RulesStore,
        LiveDataStore,
      ],
    };
  }
}

/** How the ERP runs as a program of its own; every field is documented in its README. */
export interface ErpSettings {
  host: string;
  port: number;
  dataDir: string;
  databaseUrl: string | undefined;
  logLevel: (typeof LOG_LEVELS)[number];
}

const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;

export function readErpSettings(env: Environment): ErpSettings {
  const read = new SettingsReader(env);
  const host = read.text('HOST', '127.0.0.1');
  if (!isLoopback(host)) read.problem('HOST', OPEN_HOST);
  const settings: ErpSettings = {
    host,
    port: read.integer('PORT', 3001, 0, 65535),
    dataDir: read.text('DATA_DIR', '.data/erp'),
    databaseUrl: read.url('DATABASE_URL', ['postgres:', 'postgresql:']),
    logLevel: read.choice('LOG_LEVEL', LOG_LEVELS, 'info'),
  };
  read.finish();
  return settings;
}

const OPEN_HOST =
  'must be an address of this machine (127.0.0.1, ::1 or localhost), because the sample ERP checks no tokens and anybody who reaches it could change its data';
