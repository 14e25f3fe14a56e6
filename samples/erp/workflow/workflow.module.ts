import { Module } from '@nestjs/common';
import { systemClock } from '../../../src/foundation/clock.js';
import { AlertsController } from '../alerts/alerts.controller.js';
import { AlertsService } from '../alerts/alerts.service.js';
import { AlertsStore } from '../alerts/alerts.store.js';
import { CallerResolver } from '../caller.js';
import { PeopleController } from '../people/people.controller.js';
import { PeopleService } from '../people/people.service.js';
import { PeopleStore } from '../people/people.store.js';
import { KnowledgeStore } from './knowledge.store.js';
import { ReferenceController } from './reference/reference.controller.js';
import { TemplatesStore } from './reference/templates.store.js';
import { RulesController } from './rules/rules.controller.js';
import { RulesService } from './rules/rules.service.js';
import { RulesStore } from './rules/rules.store.js';
import { LiveDataStore } from './simulation/live-data.store.js';
import { SimulationController } from './simulation/simulation.controller.js';
import { SimulationService } from './simulation/simulation.service.js';
import { WORKFLOW_CLOCK } from './workflow-clock.token.js';

/** Rules, alerts and people: `/v1/workflow` and `/v1/core`. Needs the platform's `DATABASE`. */
@Module({
  controllers: [
    ReferenceController,
    SimulationController,
    RulesController,
    AlertsController,
    PeopleController,
  ],
  providers: [
    KnowledgeStore,
    TemplatesStore,
    RulesStore,
    RulesService,
    LiveDataStore,
    SimulationService,
    AlertsStore,
    AlertsService,
    PeopleStore,
    PeopleService,
    CallerResolver,
    { provide: WORKFLOW_CLOCK, useValue: systemClock },
  ],
  exports: [CallerResolver],
})
export class WorkflowModule {}
