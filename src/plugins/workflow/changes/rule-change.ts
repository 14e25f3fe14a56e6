import type { JsonObject } from '../../../foundation/json.js';
import { JsonText } from '../../../agenttools/sources/clients.js';
import { fetchAll } from '../../../platform/lists.js';
import { toFullRule } from '../tools/full-rule.js';
import { diffRules } from '../tools/rule-diff.js';
import type { DryRun, FullRule, Rule, RuleSummary } from '../tools/wire.js';
import type { ChangeKind, TargetState } from '../../../agenttools/changes/change-kind.js';
import { defined } from '../../../foundation/defined.js';
import { ruleActions } from './rule-actions.js';
import { undoRule } from './undo-rule.js';
import { settleDraft, type AdoptableDrafts } from './settle-draft.js';

const RULES = ['v1', 'workflow', 'rules'] as const;

/** Changes of workflow rules; `drafts` are tidied when one is decided. */
export function ruleChange(drafts: AdoptableDrafts): Omit<ChangeKind, 'kind'> {
  return {
    title: 'workflow rule',
    source: 'workflow',
    invalidCode: 'invalid_rule',
    versionField: 'if_version',
    event: ({ payload, targetId }) => ({
      workflow: payload,
      ...defined({ workflow_id: targetId }),
    }),
    check: async (read, body, id) => {
      const dryRun = { body, query: { dry_run: true } };
      const { valid, errors } = await read.send<DryRun>({ ...routeOf(id), ...dryRun });
      // An outdated version is not the body's fault: accepting answers it with the new difference.
      return valid ? [] : errors.filter(({ path }) => path !== 'if_version');
    },
    apply: (write, text, id) => write.send({ ...routeOf(id), body: new JsonText(text) }),
    load: (read, id) => read.get([...RULES, id]),
    findByName: async (read, name) => {
      const rules = await fetchAll<RuleSummary>(read, RULES, { search: name });
      const found = rules.find((rule) => rule.name.toLowerCase() === name.toLowerCase());
      return found && read.get<TargetState>([...RULES, found.id]);
    },
    diff: (stored, body) => ({ ...diffRules(storedRule(stored), wantedRule(body, stored)) }),
    holds: (stored, body) => diffRules(storedRule(stored), wantedRule(body, stored)).identical,
    actions: ruleActions,
    undo: undoRule,
    settled: (change) => settleDraft(drafts, change),
  };
}

function routeOf(id: string | undefined) {
  return id === undefined
    ? { method: 'POST', segments: [...RULES, 'full'] }
    : { method: 'PUT', segments: [...RULES, id, 'full'] };
}

function storedRule(stored: TargetState): FullRule {
  return toFullRule(stored as unknown as Rule);
}

/** The body as a whole rule, as the platform stores it: names without blanks around them. What it leaves out stays. */
function wantedRule(body: JsonObject, stored: TargetState): FullRule {
  const wanted: FullRule = { ...storedRule(stored), ...body };
  const actions = wanted.actions.map((action) => ({ ...action, name: action.name.trim() }));
  return { ...wanted, actions };
}
