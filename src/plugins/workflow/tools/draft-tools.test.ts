import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startToolHarness, type ToolHarness } from '../../../../test/support/tool-harness.js';
import { newId } from '../../../foundation/ids.js';
import type { JsonObject } from '../../../foundation/json.js';
import type { ExecutedCall } from '../../../agenttools/executor.js';
import type { ChangeProposal } from '../../../agenttools/tool.js';
import { workflowTools } from './index.js';
import type { FullRule, Rule } from './wire.js';

let harness: ToolHarness;
beforeAll(async () => {
  harness = await startToolHarness(workflowTools);
});
afterAll(() => harness.close());

/** Each test has a user of its own, and so no draft of another test. */
let userId: string;
beforeEach(() => {
  userId = newId();
});

const call = (name: string, input: JsonObject = {}) => harness.call(name, input, { userId });
const result = (name: string, input: JsonObject = {}) => harness.result(name, input, { userId });

async function refused(name: string, input: JsonObject = {}) {
  const { isError, result: answer } = await call(name, input);
  expect(isError).toBe(true);
  return (answer as { error: { code: string; message: string; details: JsonObject[] } }).error;
}

function previewOf({ signals, content }: ExecutedCall): ChangeProposal {
  const [signal] = signals;
  if (signal?.type !== 'preview') throw new Error(`no preview but: ${content}`);
  return signal.preview;
}

/** Sends the payload as accepting the preview would. */
function accept({ payload, targetId }: ChangeProposal): Promise<Rule> {
  const rules = ['v1', 'workflow', 'rules'];
  const route =
    targetId === undefined
      ? { method: 'POST', segments: [...rules, 'full'] }
      : { method: 'PUT', segments: [...rules, targetId, 'full'] };
  return harness.write({ userId }).send<Rule>({ ...route, body: payload });
}

const start = (fields: JsonObject = {}) =>
  result('start_draft', {
    name: `Low stock ${newId()}`,
    entity: 'inventory items',
    trigger_type: 'on_update',
    trigger_conditions: [{ field_name: 'quantity', operator: 'changed' }],
    ...fields,
  });

const check = {
  name: 'Check stock',
  action_type: 'check_inventory',
  config: { product_id: '{{product_id}}', threshold: 10 },
};
const alert = {
  name: 'Create alert',
  action_type: 'create_alert',
  after: 'Check stock:insufficient',
  config: {
    alert_type: 'low_stock',
    severity: 'high',
    title: 'Low stock',
    message: 'Only {{quantity}} left',
    recipients: ['Maria Keller', 'the purchasing agents'],
  },
};
const mail = {
  name: 'Send email',
  action_type: 'send email',
  config: { recipients: 'Jonas Brandt', subject: 'Low stock', body: 'Please look.' },
};

/** A saved rule of three actions in a row. */
async function savedRule(): Promise<Rule> {
  await start();
  for (const action of [check, alert, mail]) await result('add_draft_action', action);
  return accept(previewOf(await call('preview_draft')));
}

describe('a new rule by draft', () => {
  it('is built, previewed and accepted as shown', async () => {
    const draft = await start();
    expect(draft).toMatchObject({ entity: 'inventory.inventory_items', action_count: 0 });
    await result('add_draft_action', check);
    const added = await result('add_draft_action', alert);
    expect(added).toMatchObject({
      follows: 'Check stock:insufficient',
      draft_id: draft['draft_id'],
    });
    expect(await result('add_draft_action', mail)).toMatchObject({
      follows: 'Create alert',
      flow: 'Check stock → [insufficient] Create alert → Send email',
    });

    const shown = await call('preview_draft');
    expect(shown.result).toMatchObject({
      status: 'preview_sent',
      action_count: 3,
      edge_count: 3,
      is_update: false,
    });
    expect(shown.content).not.toContain('Only {{quantity}} left');
    const preview = previewOf(shown);
    expect(preview).toMatchObject({ kind: 'workflow_preview', description: expect.any(String) });
    expect(preview.targetId).toBeUndefined();

    const rule = await accept(preview);
    const read = await result('get_workflow_rule', { workflow_name: rule.name });
    expect(read['flow']).toBe('Check stock → [insufficient] Create alert → Send email');
    const node = await result('explain_workflow_node', {
      workflow_id: rule.id,
      node: 'Create alert',
    });
    expect(node).toMatchObject({
      config: { recipients: { users: ['Maria Keller'], roles: ['purchasing_agent (role)'] } },
    });
  });

  it('can be simulated before it is saved', async () => {
    await start();
    await result('add_draft_action', { ...mail, name: 'Only mail' });
    const tried = await result('simulate_workflow', {
      draft_id: 'latest',
      record: { quantity: 3 },
      previous: { quantity: 30 },
    });
    expect(tried).toMatchObject({ triggered: true, path: 'Only mail' });
  });

  it('continues with the newest draft, or the one named', async () => {
    const first = await start({ name: 'First' });
    await start({ name: 'Second' });
    await result('add_draft_action', { ...check, draft_id: first['draft_id'] });
    await result('add_draft_action', { ...check, name: 'Other check', draft_id: 'second' });
    const { drafts } = await result('list_drafts');
    expect(drafts).toMatchObject([
      { name: 'Second', actions: ['Other check'] },
      { name: 'First', actions: ['Check stock'] },
    ]);
  });

  it("does not see another user's drafts", async () => {
    const { draft_id } = await start();
    userId = newId();
    expect(await result('list_drafts')).toMatchObject({ total: 0 });
    expect(await refused('preview_draft', { draft_id })).toMatchObject({ code: 'draft_not_found' });
  });
});

describe('what a draft refuses', () => {
  it.each<[string, JsonObject, string, RegExp]>([
    ['start_draft', {}, 'invalid_arguments', /needs name, entity, trigger_type/],
    [
      'start_draft',
      { name: 'X', entity: 'sales.ordres', trigger_type: 'on_create' },
      'not_found',
      /sales\.orders/,
    ],
    [
      'start_draft',
      { name: 'X', entity: 'orders', trigger_type: 'sometimes' },
      'invalid_arguments',
      /on_create, on_update, on_delete, manual/,
    ],
    ['preview_draft', {}, 'draft_not_found', /Begin with start_draft/],
    ['add_draft_action', check, 'draft_not_found', /start_draft/],
  ])('%s %j', async (name, input, code, message) => {
    expect(await refused(name, input)).toMatchObject({
      code,
      message: expect.stringMatching(message),
    });
  });

  const wrong: [string, JsonObject, RegExp][] = [
    ['an unknown action type', { action_type: 'creat_alrt' }, /create_alert/],
    ['a taken name', { name: 'check STOCK' }, /already has an action.*Check stock/],
    ['an unknown predecessor', { after: 'Chek stock' }, /names no action.*Check stock/],
    ['an unknown port', { after: 'Check stock:failure' }, /Its ports: sufficient, insufficient/],
    [
      'a wrong choice and an unknown field, all at once',
      { config: { ...alert.config, severity: 'urgent', mesage: 'x' } },
      /config\.mesage is not a field here; nearest: message.*config\.severity must be one of low, medium, high, critical/,
    ],
    [
      'a missing field',
      { config: { alert_type: 'x', severity: 'low', title: 'y' } },
      /config\.message is missing/,
    ],
    [
      'a recipient nobody knows',
      { config: { ...alert.config, recipients: ['Maria Kellr'] } },
      /recipients: "Maria Kellr".*Maria Keller.*find_recipients/,
    ],
  ];
  it.each(wrong)('%s', async (_, change, message) => {
    await start();
    await result('add_draft_action', check);
    const { message: text } = await refused('add_draft_action', { ...alert, ...change });
    expect(text).toMatch(message);
    expect(await result('list_drafts')).toMatchObject({ drafts: [{ actions: ['Check stock'] }] });
  });

  it('previews nothing that is empty or not valid, and says how to fix it', async () => {
    await start({ trigger_conditions: [{ field_name: 'quantty', operator: 'changed' }] });
    expect((await refused('preview_draft')).message).toMatch(/no action yet.*add_draft_action/);
    await result('add_draft_action', mail);
    const shown = await call('preview_draft');
    expect(shown).toMatchObject({ isError: true, signals: [] });
    expect(shown.result).toMatchObject({
      error: {
        code: 'invalid_rule',
        message: expect.stringMatching(/quantty.*Fix the draft/s),
        details: [expect.objectContaining({ path: expect.stringContaining('trigger_conditions') })],
      },
    });
  });
});

describe('remove_draft_action', () => {
  it('links the children to the parent and says so', async () => {
    await start();
    for (const action of [check, alert, mail]) await result('add_draft_action', action);
    expect(await result('remove_draft_action', { name: 'create alert' })).toMatchObject({
      removed: 'Create alert',
      relinked: ['"Send email" now follows "Check stock:insufficient"'],
      flow: 'Check stock → [insufficient] Send email',
    });
    expect((await refused('remove_draft_action', { name: 'Fax' })).message).toMatch(/Send email/);
  });
});

describe('a change of a saved rule', () => {
  it('goes through a draft and shows what differs; actions that stay keep their ids', async () => {
    const rule = await savedRule();
    const draft = await result('start_draft', { workflow_id: rule.name });
    expect(draft).toMatchObject({
      changes_workflow_id: rule.id,
      flow: 'Check stock → [insufficient] Create alert → Send email',
    });
    await result('remove_draft_action', { name: 'Send email' });
    await result('add_draft_action', {
      name: 'Log it',
      action_type: 'log_audit_entry',
      config: { entity_name: 'inventory_items', action: 'low', message: 'low' },
    });
    const shown = await call('preview_draft');
    const preview = previewOf(shown);
    expect(preview.targetId).toBe(rule.id);
    expect(preview.extra).toMatchObject({
      diff: {
        identical: false,
        fields: [],
        added: [{ name: 'Log it', follows: ['Create alert:success'] }],
        removed: [{ name: 'Send email' }],
        changed: [],
      },
    });
    const changed = await accept(preview);
    expect(changed.version).toBe(rule.version + 1);
    const idOf = (one: Rule, name: string) =>
      one.actions.find((action) => action.name === name)?.id;
    expect(idOf(changed, 'Create alert')).toBe(idOf(rule, 'Create alert'));
    // The payload was made on the version before: accepting it again must not overwrite.
    await expect(accept(preview)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('is refused as a draft where paths join, with the way that works', async () => {
    const { message } = await refused('start_draft', {
      workflow_id: 'Reserve Stock for Order Line',
    });
    expect(message).toMatch(/2 edges lead into "Alert Shortage".*editable.*preview_workflow/);
    const editable = await result('get_workflow_rule', {
      workflow_name: 'Reserve Stock for Order Line',
      format: 'editable',
    });
    const workflow = editable['workflow'] as FullRule;
    const [, , shortage] = workflow.actions;
    const preview = previewOf(
      await call('preview_workflow', {
        workflow_id: editable['workflow_id'],
        workflow: {
          ...workflow,
          actions: workflow.actions.map((action) =>
            action === shortage
              ? { ...action, config: { ...action.config, severity: 'high' } }
              : action,
          ),
        },
      }),
    );
    expect(preview.extra?.['diff']).toMatchObject({
      changed: [
        {
          name: 'Alert Shortage',
          changes: [{ path: 'config.severity', before: 'critical', after: 'high' }],
        },
      ],
      added: [],
      removed: [],
      fields: [],
    });
  });
});

describe('preview_workflow', () => {
  it('takes shorthand: names of people and entities, after, no ids', async () => {
    const preview = previewOf(
      await call('preview_workflow', {
        workflow: {
          name: 'Whole rule',
          entity: 'inventory_items',
          trigger_type: 'on_update',
          actions: [check, alert, { ...mail, after: 'Create alert' }],
        },
        description: 'Warn about low stock.',
      }),
    );
    expect(preview).toMatchObject({
      description: 'Warn about low stock.',
      payload: {
        entity: 'inventory.inventory_items',
        actions: [{ id: 'temp:0' }, { id: 'temp:1' }, { id: 'temp:2', action_type: 'send_email' }],
      },
    });
    expect(preview.extra).toBeUndefined();
    expect(await accept(preview)).toMatchObject({ name: 'Whole rule', action_count: 3 });
  });

  it('takes edges that name actions, and joins', async () => {
    const preview = previewOf(
      await call('preview_workflow', {
        workflow: {
          name: 'Joined',
          entity: 'inventory_items',
          trigger_type: 'manual',
          actions: [check, { ...alert, after: undefined }, mail],
          edges: [
            { target_action_id: 'Check stock', edge_type: 'start' },
            {
              source_action_id: 'Check stock',
              source_output: 'insufficient',
              target_action_id: 'Create alert',
              edge_type: 'sequence',
            },
            {
              source_action_id: 'Check stock',
              target_action_id: 'Send email',
              edge_type: 'sequence',
            },
            {
              source_action_id: 'Create alert',
              target_action_id: 'Send email',
              edge_type: 'sequence',
            },
          ],
        },
      }),
    );
    const rule = await accept(preview);
    const { paths } = await result('explain_workflow_path', { workflow_id: rule.id });
    expect(paths).toEqual([
      expect.objectContaining({ path: 'Check stock → [insufficient] Create alert → Send email' }),
      expect.objectContaining({ path: 'Check stock → [sufficient] Send email' }),
    ]);
  });

  it('changes single fields of a saved rule and leaves the rest', async () => {
    const rule = await savedRule();
    const preview = previewOf(
      await call('preview_workflow', {
        workflow_id: rule.id,
        workflow: { is_active: false, description: 'Paused' },
      }),
    );
    expect(preview.extra?.['diff']).toMatchObject({
      fields: [
        { path: 'description', before: '', after: 'Paused' },
        { path: 'is_active', before: true, after: false },
      ],
      added: [],
      removed: [],
      changed: [],
    });
    expect(await accept(preview)).toMatchObject({ is_active: false, action_count: 3 });
  });

  it('warns when nothing changes', async () => {
    const rule = await savedRule();
    const { result: answer } = await call('preview_workflow', {
      workflow_id: rule.id,
      workflow: { name: rule.name },
    });
    expect(answer).toMatchObject({ warning: expect.stringContaining('Nothing changes') });
  });

  it.each<[string, JsonObject, string, RegExp]>([
    [
      'no action',
      { name: 'X', entity: 'orders', trigger_type: 'manual' },
      'invalid_arguments',
      /at least one action/,
    ],
    [
      'after beside edges',
      {
        name: 'X',
        entity: 'orders',
        trigger_type: 'manual',
        actions: [check, alert],
        edges: [{ target_action_id: 'Check stock', edge_type: 'start' }],
      },
      'invalid_arguments',
      /not both/,
    ],
    [
      'a taken name',
      { name: 'Low Stock Alert', entity: 'orders', trigger_type: 'manual', actions: [mail] },
      'invalid_rule',
      /Low Stock Alert/,
    ],
    [
      'two starts',
      {
        name: 'X',
        entity: 'orders',
        trigger_type: 'manual',
        actions: [mail, { ...mail, name: 'Second mail' }],
      },
      'invalid_rule',
      /start.*Correct the workflow/s,
    ],
  ])('refuses %s', async (_, workflow, code, message) => {
    expect(await refused('preview_workflow', { workflow })).toMatchObject({
      code,
      message: expect.stringMatching(message),
    });
  });
});
