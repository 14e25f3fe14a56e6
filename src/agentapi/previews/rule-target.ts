import type { JsonObject } from '../../foundation/json.js';
import { JsonText } from '../../agenttools/platform.js';
import { fetchAll } from '../../agenttools/shared/lists.js';
import { toFullRule } from '../../agenttools/workflow/full-rule.js';
import { diffRules } from '../../agenttools/workflow/rule-diff.js';
import type { DryRun, FullRule, Rule, RuleSummary } from '../../agenttools/workflow/wire.js';
import type { PreviewTarget, TargetState } from './preview-target.js';

const RULES = ['v1', 'workflow', 'rules'] as const;

/** Workflow rules. */
export const ruleTarget: PreviewTarget = {
  noun: 'workflow rule',
  invalidCode: 'invalid_rule',
  write: (platform, text, id) => {
    const body = new JsonText(text);
    return id === undefined
      ? platform.post([...RULES, 'full'], body)
      : platform.put([...RULES, id, 'full'], body);
  },
  check: async (platform, body, id) => {
    const query = { dry_run: true };
    const { valid, errors } =
      id === undefined
        ? await platform.post<DryRun>([...RULES, 'full'], body, query)
        : await platform.put<DryRun>([...RULES, id, 'full'], body, query);
    // An outdated version is not the body's fault: accepting answers it with the new difference.
    return valid ? [] : errors.filter(({ path }) => path !== 'if_version');
  },
  load: (platform, id) => platform.get([...RULES, id]),
  findByName: async (platform, name) => {
    const rules = await fetchAll<RuleSummary>(platform, RULES, { search: name });
    const found = rules.find((rule) => rule.name.toLowerCase() === name.toLowerCase());
    return found && platform.get<TargetState>([...RULES, found.id]);
  },
  diff: (stored, body) => ({ ...diffRules(storedRule(stored), wantedRule(body, stored)) }),
  holds: (stored, body) => diffRules(storedRule(stored), wantedRule(body, stored)).identical,
};

function storedRule(stored: TargetState): FullRule {
  return toFullRule(stored as unknown as Rule);
}

/** The body as a whole rule, as the platform stores it: names without blanks around them. What it leaves out stays. */
function wantedRule(body: JsonObject, stored: TargetState): FullRule {
  const wanted: FullRule = { ...storedRule(stored), ...body };
  const actions = wanted.actions.map((action) => ({ ...action, name: action.name.trim() }));
  return { ...wanted, actions };
}
