import type { JsonObject } from '../../../foundation/json.js';
import { JsonText, type ReadClient } from '../../../agenttools/sources/clients.js';
import { fetchAll } from '../../../platform/lists.js';
import { diffRules } from '../tools/rule-diff.js';
import type { FullRule, RuleSummary, Rule, DryRun } from '../tools/wire.js';
import type {
  ChangeKind,
  TargetState,
  DirectAction,
  DecidedChange,
} from '../../../agenttools/changes/change-kind.js';
import type { PgDraftStore } from '../store/drafts.store.js';
import type { PreviewInterceptor } from '../../../agenttools/interceptors/interceptors.js';
import type { ChangeProposal, ToolCall, ToolSignal } from '../../../agenttools/tool.js';
import { deletionKind, proposalsOf } from '../../../platform/library.js';
import { toFullRule } from '../tools/full-rule.js';
import { AppError } from '../../../foundation/errors.js';
import { flowOutline } from '../tools/graph.js';
import { RULES } from '../tools/reference.js';

export const rulePreview: PreviewInterceptor = {
  name: 'workflow',
  takes: ({ proposes }) => proposes === RULE_CHANGE,
  intercept: (_call, { payload, targetId }) => ({
    event: 'workflow_preview',
    data: { workflow: payload, workflow_id: targetId },
  }),
};

export function ruleChange(drafts: PgDraftStore): Omit<ChangeKind, 'kind'> {
  return {
    title: 'workflow rule',
    source: 'workflow',
    invalidCode: 'invalid_rule',
    versionField: 'if_version',
    check: async (read, body, id) => {
      const { valid, errors } = await dryRun(body, id, read);
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
    undo,
    settled: (change) => settleDraft(drafts, change),
  };
}

/** The body as a whole rule, as the platform stores it: names without blanks around them. What it leaves out stays. */
function wantedRule(body: JsonObject, stored: TargetState): FullRule {
  const wanted: FullRule = { ...storedRule(stored), ...body };
  const actions = wanted.actions.map((action) => ({ ...action, name: action.name.trim() }));
  return { ...wanted, actions };
}

export const RULE_CHANGE = 'workflow_preview';
export const RULE_DELETION = 'workflow_deletion';

const rule: Parameters<typeof proposalsOf>[0] = {
  kind: RULE_CHANGE,
  deletion: RULE_DELETION,
  noun: 'rule',
  source: 'workflow',
  route: RULES,
  bodyOf: (target) => ({ ...storedRule(target) }),
  asNew: (body) => ({ ...asNew(body as unknown as FullRule) }),
  back: (before, now) => {
    const stored = now as unknown as FullRule;
    const known = new Set(stored.actions.map(({ id }) => id));
    const { if_version: _then, ...was } = before as unknown as FullRule;
    const body = withNewSteps(was, (id) => !known.has(id));
    return diffRules(stored, body).identical ? undefined : { ...stored, ...body };
  },
  diff: (now, body) => ({ ...diffRules(now as unknown as FullRule, body as unknown as FullRule) }),
};

const { actions, undo, changeOf, deletionOf } = proposalsOf(rule);
export { deletionOf };

const ruleActions = {
  switch: ({ target }: DirectAction) => {
    const isActive = !storedRule(target).is_active;
    const words = `Switch the rule "${target.name}" ${isActive ? 'on' : 'off'}.`;
    return changeOf(target, { ...storedRule(target), is_active: isActive }, words);
  },
  ...actions,
};

/** Deletes rules; undone, one is made again with steps of its own. */
export const ruleDeletion: Omit<ChangeKind, 'kind'> = deletionKind(rule);

/** Makes the draft of a saved new rule a draft of that rule, so that "also email them" changes it. */
async function settleDraft(
  drafts: PgDraftStore,
  { userId, state, targetId, stored, subject = '' }: DecidedChange,
): Promise<void> {
  if (state !== 'accepted' || targetId !== undefined || stored === undefined) return;
  await drafts.adopt(userId, subject.replace(/^draft:/, ''), stored.id);
}

function storedRule(target: TargetState): FullRule {
  return toFullRule(target as unknown as Rule);
}

/** A body for a rule of its own: its steps are new ones, and it was made on no version. */
function asNew({ if_version: _version, ...rule }: FullRule): FullRule {
  return withNewSteps(rule, () => true);
}

/** The body with the steps that `isNew` means under ids that the platform replaces. */
function withNewSteps(rule: FullRule, isNew: (id: string) => boolean): FullRule {
  const ids = new Map(
    rule.actions.filter(({ id }) => isNew(id)).map(({ id }, at) => [id, `temp:${at}`]),
  );
  const idOf = (id: string) => ids.get(id) ?? id;
  return {
    ...rule,
    actions: rule.actions.map((action) => ({ ...action, id: idOf(action.id) })),
    edges: rule.edges.map((edge) => ({
      ...edge,
      source_action_id: edge.source_action_id ? idOf(edge.source_action_id) : null,
      target_action_id: idOf(edge.target_action_id),
    })),
  };
}

export async function dryRun(
  body: FullRule | JsonObject,
  id: string | undefined,
  read: ReadClient,
): Promise<DryRun> {
  return read.send({ ...routeOf(id), body, query: { dry_run: true } });
}

function routeOf(id: string | undefined) {
  return id === undefined
    ? { method: 'POST', segments: [...RULES, 'full'] }
    : { method: 'PUT', segments: [...RULES, id, 'full'] };
}

export async function proposeRule(
  body: FullRule,
  existing: Rule | undefined,
  { description, subject, howToFix }: { description?: string; subject: string; howToFix: string },
  { read }: ToolCall,
): Promise<{ result: JsonObject; signals: ToolSignal[] }> {
  const { valid, errors, action_count, edge_count } = await dryRun(body, existing?.id, read);
  if (!valid) {
    const list = errors.map(({ path, message }) => (path ? `${path}: ${message}` : message));
    const message = `The rule is not valid, so no preview was shown: ${list.join('; ')}. ${howToFix}`;
    throw new AppError('invalid_rule', message, errors);
  }
  const diff = existing && diffRules(toFullRule(existing), body);
  const verb = existing ? 'Change' : 'Create';
  const preview: ChangeProposal = {
    kind: RULE_CHANGE,
    description: description ?? `${verb} the workflow rule "${body.name}".`,
    subject,
    payload: { ...body },
    targetId: existing?.id,
    extra: diff && { diff },
    facts: existing && { before: toFullRule(existing) },
  };
  const result = {
    workflow_name: body.name,
    is_update: existing !== undefined,
    action_count,
    edge_count,
    flow: flowOutline(body.actions, body.edges),
    warning: diff?.identical ? 'Nothing changes compared with the saved rule.' : undefined,
  };
  return { result, signals: [{ type: 'preview', preview }] };
}
