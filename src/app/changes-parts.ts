import { ChangeSetsService } from '../agentapi/change-sets/change-sets.service.js';
import { OwnEffects } from '../agentapi/change-sets/own-effects.js';
import { UndoSets } from '../agentapi/change-sets/undo-sets.js';
import { ApprovalsService } from '../agentapi/approvals/approvals.service.js';
import { DirectProposals } from '../agentapi/proposals/direct-proposals.js';
import { PreviewsService } from '../agentapi/previews/previews.service.js';
import { Proposals } from '../agentapi/previews/proposals.js';
import type { ChangeKinds } from '../agenttools/changes/change-kinds.js';
import {
  unusedPolicyPatterns,
  type ChangePolicies,
  type PolicyBook,
} from '../agenttools/changes/policies/change-policy.js';
import {
  isPluginKind,
  withPluginPolicies,
} from '../agenttools/changes/policies/plugin-policies.js';
import { matchesGlob } from '../agenttools/sources/openapi/filter/glob.js';
import type { LiveCatalog } from '../agenttools/sources/live-catalog.js';
import type { Config } from './config/config.js';
import type { ConfigFile } from './config/file/config-file.model.js';
import { systemClock } from '../foundation/clock.js';
import type { JsonObject } from '../foundation/json.js';
import type { Logger } from '../foundation/logger.js';
import type { UserFiles } from '../foundation/user-files.js';
import { PgApprovalStore } from '../store/approvals.store.js';
import { PgChangeSetStore } from '../store/change-sets.store.js';
import type { Database } from '../store/database.js';
import type { PgPreviewStore } from '../store/previews.store.js';

/** What deciding on changes stands on. */
export interface ChangesOptions {
  db: Database;
  store: PgPreviewStore;
  kinds: ChangeKinds;
  catalog: LiveCatalog;
  files: UserFiles;
  logger: Logger;
  /** Of the kinds that plugins bring; absent: a person decides. */
  own?: ChangePolicies | undefined;
}

type PolicyParts = Pick<ChangesOptions, 'catalog' | 'kinds' | 'own' | 'logger'>;

/** Says at the start that approvals are asked for which nobody can give: roles come from tokens. */
export function warnOfMissingRoles(
  { auth }: Pick<Config, 'auth'>,
  file: Pick<ConfigFile, 'sources' | 'pluginChanges'> | undefined,
  logger: Logger,
): void {
  if (auth.kind !== 'none') return;
  const all = [...(file?.sources ?? []), ...ownPolicies(file)];
  const asking = all.filter(({ policies }) =>
    policies.rules.some(({ decision }) => decision.policy === 'approver'),
  );
  for (const { id } of asking) {
    logger.warn(
      { source: id },
      'its policies want approvals, which nobody can give: with AUTH=none there are no roles',
    );
  }
}

function ownPolicies(file: Pick<ConfigFile, 'pluginChanges'> | undefined) {
  return file?.pluginChanges === undefined
    ? []
    : [{ id: 'plugin_changes', policies: file.pluginChanges }];
}

/** The policies of sources and of plugins' kinds; says in the log which patterns mean no kind and no source. */
function policiesOf({ catalog, kinds, own, logger }: PolicyParts): PolicyBook {
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

/** What takes proposals, and the services behind the routes of previews, change sets and approvals. */
export function createChanges(options: ChangesOptions) {
  const { db, store, kinds, catalog, files, logger } = options;
  const policies = policiesOf(options);
  const sets = new PgChangeSetStore(db, systemClock);
  const backendOf = (source: string) => catalog.backendOf(source);
  const checkChange = (source: string, payload: JsonObject) => catalog.checkChange(source, payload);
  const previews = new PreviewsService({
    store,
    sets,
    kinds,
    backendOf,
    files,
    logger,
    clock: systemClock,
    policies,
    checkChange,
  });
  const proposals = new Proposals({ store, kinds, previews, policies, backendOf });
  const undo = new UndoSets({ sets, proposals, kinds, backendOf, checkChange });
  const effects = new OwnEffects({ store, kinds, backendOf });
  const approvals = new PgApprovalStore(db, systemClock);
  const approved = { store: approvals, sets, kinds, clock: systemClock };
  return {
    proposals,
    direct: new DirectProposals({ kinds, backendOf, proposals, previews }),
    previews,
    approvals: new ApprovalsService({ ...approved, logger }),
    changeSets: new ChangeSetsService({ sets, previews, undo, effects, clock: systemClock }),
  };
}
