import { Module, type Provider } from '@nestjs/common';
import { ChangeSetsService, OwnEffects } from '../../agentapi/change-sets/change-sets.service.js';
import { UndoSets } from '../../agentapi/change-sets/undo-sets.js';
import { PreviewsService } from '../../agentapi/previews/previews.service.js';
import { Proposals } from '../../agentapi/previews/proposals.js';
import { LiveCatalog } from '../../agenttools/sources/live-catalog.js';
import { PgChangeSetStore } from '../../store/change-sets.store.js';
import { PgPreviewStore } from '../../store/previews.store.js';
import type { ChangeKinds } from '../../agenttools/changes/change-kind.js';
import {
  unusedPolicyPatterns,
  type ChangePolicies,
  type PolicyBook,
  isPluginKind,
  withPluginPolicies,
} from '../../agenttools/changes/policies/change-policy.js';
import { matchesGlob } from '../../agenttools/sources/openapi/filter/operation-filter.js';
import type { Config } from '../config/config.js';
import type { ConfigFile } from '../config/file/config-file.model.js';
import type { Logger } from '../../foundation/logger.js';
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
} from './injection.js';
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
        store,
        sets,
        kinds,
        policies,
        files,
        clock,
        logger,
        backendOf: (source) => catalog.backendOf(source),
        checkChange: (source, payload) => catalog.checkChange(source, payload),
      }),
  ),
  Proposals,
  UndoSets,
  OwnEffects,
  ChangeSetsService,
];

/** What takes proposals, and the services that decide on them. */
@Module({
  imports: [StoreModule, KnowledgeModule, AgentToolsModule],
  providers,
  exports: [Proposals, PreviewsService, ChangeSetsService],
})
export class ChangesModule {}

/** Says at the start that approvals are asked for which nobody can give: roles come from tokens. */
export function warnOfMissingRoles(
  { auth }: Pick<Config, 'auth'>,
  file: Pick<ConfigFile, 'sources' | 'pluginChanges'>,
  logger: Logger,
): void {
  if (auth.kind !== 'none') return;
  const own = { id: 'plugin_changes', policies: file.pluginChanges };
  const asking = [...file.sources, own].filter(({ policies }) =>
    policies?.rules.some(({ decision }) => decision.policy === 'approver'),
  );
  for (const { id } of asking) {
    logger.warn(
      { source: id },
      'its policies want approvals, which nobody can give: with AUTH=none there are no roles',
    );
  }
}

/** The policies of sources and of plugins' kinds; says in the log which patterns mean no kind and no source. */
function policiesOf(
  catalog: LiveCatalog,
  kinds: ChangeKinds,
  own: ChangePolicies | undefined,
  logger: Logger,
): PolicyBook {
  if (own === undefined) return catalog;
  const names = [...kinds.names().filter(isPluginKind), ...catalog.reports.map(({ id }) => id)];
  const isUsed = (pattern: string) => names.some((name) => matchesGlob(pattern, name));
  for (const pattern of unusedPolicyPatterns(own, isUsed)) {
    logger.warn(
      { pattern, kinds: kinds.names().filter(isPluginKind) },
      'a policy of plugin_changes means none of the kinds of change that plugins brought',
    );
  }
  return withPluginPolicies(catalog, own);
}
