import type { ChangeKinds } from '../agenttools/changes/change-kinds.js';
import {
  unusedPolicyPatterns,
  type ChangePolicies,
  type PolicyBook,
  isPluginKind,
  withPluginPolicies,
} from '../agenttools/changes/policies/change-policy.js';
import { matchesGlob } from '../agenttools/sources/openapi/filter/glob.js';
import type { LiveCatalog } from '../agenttools/sources/live-catalog.js';
import type { Config } from './config/config.js';
import type { ConfigFile } from './config/file/config-file.model.js';
import type { Logger } from '../foundation/logger.js';

/** Says at the start that approvals are asked for which nobody can give: roles come from tokens. */
export function warnOfMissingRoles(
  { auth }: Pick<Config, 'auth'>,
  file: Pick<ConfigFile, 'sources' | 'pluginChanges'>,
  logger: Logger,
): void {
  if (auth.kind !== 'none') return;
  const all = [...file.sources, ...ownPolicies(file)];
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

function ownPolicies({ pluginChanges: policies }: Pick<ConfigFile, 'pluginChanges'>) {
  return policies === undefined ? [] : [{ id: 'plugin_changes', policies }];
}

/** The policies of sources and of plugins' kinds; says in the log which patterns mean no kind and no source. */
export function policiesOf(
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
