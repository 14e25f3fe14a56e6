import { Module, type Provider } from '@nestjs/common';
import { ApprovalsService } from '../../agentapi/approvals/approvals.service.js';
import { ChangeSetsService } from '../../agentapi/change-sets/change-sets.service.js';
import { OwnEffects } from '../../agentapi/change-sets/own-effects.js';
import { UndoSets } from '../../agentapi/change-sets/undo-sets.js';
import { PreviewsService } from '../../agentapi/previews/previews.service.js';
import { Proposals } from '../../agentapi/previews/proposals.js';
import { DirectProposals } from '../../agentapi/proposals/direct-proposals.js';
import { LiveCatalog } from '../../agenttools/sources/live-catalog.js';
import { PgChangeSetStore } from '../../store/change-sets.store.js';
import { PgPreviewStore } from '../../store/previews.store.js';
import { policiesOf, warnOfMissingRoles } from '../change-policies.js';
import { AgentToolsModule } from './agent-tools.module.js';
import { KnowledgeModule } from './knowledge.module.js';
import {
  provide,
  CHANGE_KINDS,
  CLOCK,
  CONFIG,
  CONFIG_FILE,
  KNOWLEDGE,
  LOGGER,
  POLICIES,
} from './tokens.js';
import { StoreModule } from './store.module.js';

const providers: Provider[] = [
  provide(
    POLICIES,
    [LiveCatalog, CHANGE_KINDS, CONFIG_FILE, CONFIG, LOGGER],
    (catalog, kinds, file, config, logger) => {
      warnOfMissingRoles(config, file, logger);
      return policiesOf(catalog, kinds, file.pluginChanges, logger);
    },
  ),
  provide(
    PreviewsService,
    [
      PgPreviewStore,
      PgChangeSetStore,
      CHANGE_KINDS,
      LiveCatalog,
      POLICIES,
      KNOWLEDGE,
      CLOCK,
      LOGGER,
    ],
    (store, sets, kinds, catalog, policies, { files }, clock, logger) =>
      new PreviewsService({
        ...{ store, sets, kinds, policies, files, clock, logger },
        backendOf: (source) => catalog.backendOf(source),
        checkChange: (source, payload) => catalog.checkChange(source, payload),
      }),
  ),
  Proposals,
  DirectProposals,
  ApprovalsService,
  UndoSets,
  OwnEffects,
  ChangeSetsService,
];

/** What takes proposals, and the services that decide on them. */
@Module({
  imports: [StoreModule, KnowledgeModule, AgentToolsModule],
  providers,
  exports: [Proposals, PreviewsService, DirectProposals, ApprovalsService, ChangeSetsService],
})
export class ChangesModule {}
