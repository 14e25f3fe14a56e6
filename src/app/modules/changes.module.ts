import { Module, type Provider } from '@nestjs/common';
import { ApprovalsService } from '../../agentapi/approvals/approvals.service.js';
import { ChangeSetsService } from '../../agentapi/change-sets/change-sets.service.js';
import { OwnEffects } from '../../agentapi/change-sets/own-effects.js';
import { UndoSets } from '../../agentapi/change-sets/undo-sets.js';
import { PreviewsService } from '../../agentapi/previews/previews.service.js';
import { Proposals } from '../../agentapi/previews/proposals.js';
import { DirectProposals } from '../../agentapi/proposals/direct-proposals.js';
import type { ChangeKinds } from '../../agenttools/changes/change-kinds.js';
import type { PolicyBook } from '../../agenttools/changes/policies/change-policy.js';
import { LiveCatalog } from '../../agenttools/sources/live-catalog.js';
import { systemClock } from '../../foundation/clock.js';
import type { JsonObject } from '../../foundation/json.js';
import { PgApprovalStore } from '../../store/approvals.store.js';
import { PgChangeSetStore } from '../../store/change-sets.store.js';
import { PgPreviewStore } from '../../store/previews.store.js';
import { policiesOf, warnOfMissingRoles } from '../change-policies.js';
import { AgentToolsModule } from './agent-tools.module.js';
import { KnowledgeModule } from './knowledge.module.js';
import { provide, token } from './provide.js';
import { StoreModule } from './store.module.js';
import { CHANGE_KINDS, CONFIG, CONFIG_FILE, KNOWLEDGE, LOGGER } from './tokens.js';

/** The operator's word on changes. */
const POLICIES = token<PolicyBook>('POLICIES');
/** What changes are held against and sent over: their kinds, and the sources they are of. */
const TARGETS = token<ReturnType<typeof targetsOf>>('TARGETS');

function targetsOf(catalog: LiveCatalog, kinds: ChangeKinds) {
  return {
    kinds,
    backendOf: (source: string) => catalog.backendOf(source),
    checkChange: (source: string, payload: JsonObject) => catalog.checkChange(source, payload),
  };
}

const clock = systemClock;

const providers: Provider[] = [
  provide(TARGETS, [LiveCatalog, CHANGE_KINDS], targetsOf),
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
    [PgPreviewStore, PgChangeSetStore, TARGETS, POLICIES, KNOWLEDGE, LOGGER],
    (store, sets, targets, policies, { files }, logger) =>
      new PreviewsService({ ...targets, store, sets, policies, files, clock, logger }),
  ),
  provide(
    Proposals,
    [PgPreviewStore, TARGETS, POLICIES, PreviewsService],
    (store, targets, policies, previews) =>
      new Proposals({ ...targets, store, policies, previews }),
  ),
  provide(
    DirectProposals,
    [TARGETS, Proposals, PreviewsService],
    (targets, proposals, previews) => new DirectProposals({ ...targets, proposals, previews }),
  ),
  provide(
    ApprovalsService,
    [PgApprovalStore, PgChangeSetStore, TARGETS, LOGGER],
    (store, sets, { kinds }, logger) => new ApprovalsService({ store, sets, kinds, clock, logger }),
  ),
  provide(
    UndoSets,
    [PgChangeSetStore, TARGETS, Proposals],
    (sets, targets, proposals) => new UndoSets({ ...targets, sets, proposals }),
  ),
  provide(
    OwnEffects,
    [PgPreviewStore, TARGETS],
    (store, targets) => new OwnEffects({ ...targets, store }),
  ),
  provide(
    ChangeSetsService,
    [PgChangeSetStore, PreviewsService, UndoSets, OwnEffects],
    (sets, previews, undo, effects) =>
      new ChangeSetsService({ sets, previews, undo, effects, clock }),
  ),
];

/** What takes proposals, and the services that decide on them. */
@Module({
  imports: [StoreModule, KnowledgeModule, AgentToolsModule],
  providers,
  exports: [Proposals, PreviewsService, DirectProposals, ApprovalsService, ChangeSetsService],
})
export class ChangesModule {}
