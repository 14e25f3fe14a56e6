import { type JsonObject, isObject } from '../../../foundation/json.js';
import { JsonText, type ReadClient } from '../../../agenttools/sources/clients.js';
import { fetchAll } from '../../../platform/lists.js';
import { diffRules } from '../tools/rule-diff.js';
import type { FullRule, RuleSummary, Rule, DryRun } from '../tools/wire.js';
import type {
  ChangeKind,
  TargetState,
  DirectAction,
  UndoneChange,
  DecidedChange,
} from '../../../agenttools/changes/change-kind.js';
import type { PgDraftStore } from '../store/drafts.store.js';
import type { PreviewInterceptor } from '../../../agenttools/interceptors/interceptors.js';
import type { ChangeProposal, ToolCall, ToolSignal } from '../../../agenttools/tool.js';
import { newName, deletionKind, proposeDeletion } from '../../../platform/deletion.js';
import { toFullRule } from '../tools/full-rule.js';
import { AppError } from '../../../foundation/errors.js';
import { flowOutline } from '../tools/graph.js';

const RULES = ['v1', 'workflow', 'rules'] as const;

/** What preview_workflow and preview_draft propose, drawn by the page as a flow. */
export const rulePreview: PreviewInterceptor = {
  name: 'workflow',
  takes: ({ proposes }) => proposes === RULE_CHANGE,
  intercept: (_call, { payload, targetId }) => ({
    event: 'workflow_preview',
    data: { workflow: payload, workflow_id: targetId },
  }),
};

/** Changes of workflow rules; `drafts` are tidied when one is decided. */
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
    undo: undoRule,
    settled: (change) => settleDraft(drafts, change),
  };
}

/** The body as a whole rule, as the platform stores it: names without blanks around them. What it leaves out stays. */
function wantedRule(body: JsonObject, stored: TargetState): FullRule {
  const wanted: FullRule = { ...storedRule(stored), ...body };
  const actions = wanted.actions.map((action) => ({ ...action, name: action.name.trim() }));
  return { ...wanted, actions };
}

const ruleActions = {
  switch: ({ target }: DirectAction) => {
    const isActive = !storedRule(target).is_active;
    const words = `Switch the rule "${target.name}" ${isActive ? 'on' : 'off'}.`;
    return changeOf(target, { is_active: isActive }, words);
  },
  rename: ({ target, input }: DirectAction) => {
    const name = newName(input, target.name);
    return changeOf(target, { name }, `Rename the rule "${target.name}" to "${name}".`);
  },
  edit: ({ target }: DirectAction) => changeOf(target, {}, `Edit the rule "${target.name}".`),
  duplicate: ({ target, input }: DirectAction): ChangeProposal => {
    const name = newName(input, target.name);
    return {
      kind: RULE_CHANGE,
      description: `Create the rule "${name}" as a copy of "${target.name}".`,
      payload: { ...asNew({ ...storedRule(target), name }) },
    };
  },
  delete: ({ target }: DirectAction) => deletionOf(target),
};

/** A change of a stored rule; a newer one asked for the same way takes its place. */
function changeOf(
  target: TargetState,
  fields: Partial<FullRule>,
  description: string,
): ChangeProposal {
  const stored = storedRule(target);
  const body = { ...stored, ...fields };
  return {
    kind: RULE_CHANGE,
    description,
    subject: `library:${target.id}`,
    targetId: target.id,
    payload: { ...body },
    extra: { diff: { ...diffRules(stored, body) } },
    facts: { before: stored },
  };
}

export const RULE_DELETION = 'workflow_deletion';

export function deletionOf(target: TargetState): ChangeProposal {
  return proposeDeletion({ kind: RULE_DELETION, noun: 'rule' }, target, { ...storedRule(target) });
}

/** Deletes rules; undone, one is made again with steps of its own. */
export const ruleDeletion: Omit<ChangeKind, 'kind'> = deletionKind({
  kind: RULE_DELETION,
  noun: 'rule',
  source: 'workflow',
  route: ['v1', 'workflow', 'rules'],
  again: (before) => {
    const rule = asNew(before as unknown as FullRule);
    return {
      kind: RULE_CHANGE,
      description: `Create the rule "${rule.name}" again as it was.`,
      payload: { ...rule },
    };
  },
});

/** The change that brings a rule back to where it was before another, whatever came since: a new one is deleted. */
async function undoRule(
  { facts, targetId, isNew }: UndoneChange,
  read: ReadClient,
): Promise<ChangeProposal | { why: string }> {
  if (targetId === undefined) return { why: 'Which rule was saved is not known.' };
  const target = await read.get<TargetState>(['v1', 'workflow', 'rules', targetId]);
  if (isNew) return deletionOf(target);
  const { before } = facts;
  if (!isObject(before)) return { why: 'How the rule was before was not kept.' };
  const stored = storedRule(target);
  const known = new Set(stored.actions.map(({ id }) => id));
  const { if_version: _then, ...was } = before as unknown as FullRule;
  const body = withNewSteps(was, (id) => !known.has(id));
  if (diffRules(stored, body).identical) return { why: 'The rule is already as it was before.' };
  return changeOf(target, body, `Bring the rule "${target.name}" back to how it was before.`);
}

/** Makes the draft of a saved new rule a draft of that rule, so that "also email them" changes it. */
async function settleDraft(
  drafts: PgDraftStore,
  { userId, state, targetId, payload: { name }, stored, subject = '' }: DecidedChange,
): Promise<void> {
  if (state !== 'accepted' || targetId !== undefined || stored === undefined) return;
  const draftId = subject.replace(/^draft:/, '');
  if (typeof name === 'string') await drafts.adopt(userId, name, stored.id, draftId);
}

export const RULE_CHANGE = 'workflow_preview';

/** A rule as it is stored, as the body that would leave it as it is. */
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

/** What the platform says of a body; nothing is written. */
export async function dryRun(
  body: FullRule | JsonObject,
  workflowId: string | undefined,
  read: ReadClient,
): Promise<DryRun> {
  return read.send({ ...routeOf(workflowId), body, query: { dry_run: true } });
}

function routeOf(id: string | undefined) {
  const rules = ['v1', 'workflow', 'rules'];
  return id === undefined
    ? { method: 'POST', segments: [...rules, 'full'] }
    : { method: 'PUT', segments: [...rules, id, 'full'] };
}

/** Shows a body as a preview if the platform finds nothing wrong; the model gets a short summary. */
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
