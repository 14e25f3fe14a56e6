import { startToolHarness, type ToolHarness } from '../../../../test/support/tool-harness.js';
import { newId } from '../../../foundation/ids.js';
import type { JsonObject } from '../../../foundation/json.js';
import type { ExecutedCall } from '../../../agenttools/executor.js';
import type { ChangeProposal } from '../../../agenttools/tool.js';
import { workflowTools } from '../plugin.js';
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
const add = async (...actions: JsonObject[]) => {
  for (const action of actions) await result('add_draft_action', action);
};
const ARGUMENTS = 'invalid_arguments';

const FLOW = 'Check stock → [insufficient] Create alert → Send email';

/** A saved rule of three actions in a row. */
async function savedRule(): Promise<Rule> {
  await start();
  await add(check, alert, mail);
  return accept(previewOf(await call('preview_draft')));
}

describe('a new rule by draft', () => {
  it('is built, previewed and accepted as shown', async () => {
    const draft = await start();
    expect(draft).toMatchObject({ entity: 'inventory.inventory_items', action_count: 0 });
    await result('add_draft_action', check);
    const added = await result('add_draft_action', alert);
    const { draft_id } = draft;
    expect(added).toMatchObject({ follows: 'Check stock:insufficient', draft_id });
    const mailed = { follows: 'Create alert', flow: FLOW };
    expect(await result('add_draft_action', mail)).toMatchObject(mailed);

    const shown = await call('preview_draft');
    const counts = { action_count: 3, edge_count: 3, is_update: false };
    expect(shown.result).toMatchObject({ status: 'preview_sent', ...counts });
    expect(shown.content).not.toContain('Only {{quantity}} left');
    const preview = previewOf(shown);
    expect(preview).toMatchObject({ kind: 'workflow_preview', description: expect.any(String) });
    expect(preview.targetId).toBeUndefined();

    const rule = await accept(preview);
    const read = await result('get_workflow_rule', { workflow_name: rule.name });
    expect(read['flow']).toBe(FLOW);
    const asked = { workflow_id: rule.id, node: 'Create alert' };
    const recipients = { users: ['Maria Keller'], roles: ['purchasing_agent (role)'] };
    expect(await result('explain_workflow_node', asked)).toMatchObject({ config: { recipients } });
  });

  it('is called by its trigger and steps until somebody names it', async () => {
    const fields = { entity: 'inventory items', trigger_type: 'on_update' };
    await result('start_draft', fields);
    await result('add_draft_action', { ...mail, name: 'Mail' });
    const { name } = await result('add_draft_action', { ...check, after: 'Mail' });
    expect(name).toBe('Inventory items updated: send email, check inventory');
    await result('remove_draft_action', { name: 'Mail' });
    const payload = async (input: JsonObject) =>
      previewOf(await call('preview_draft', input)).payload;
    expect(await payload({})).toMatchObject({ name: 'Inventory items updated: check inventory' });
    const named = { name: 'Look at the stock' };
    expect(await payload(named)).toMatchObject(named);
  });

  it('can be simulated before it is saved', async () => {
    await start();
    await result('add_draft_action', { ...mail, name: 'Only mail' });
    const fall = { record: { quantity: 3 }, previous: { quantity: 30 } };
    const tried = await result('simulate_workflow', { draft_id: 'latest', ...fall });
    expect(tried).toMatchObject({ triggered: true, path: 'Only mail' });
  });

  it('continues with the newest draft, or the one named', async () => {
    const first = await start({ name: 'First' });
    await start({ name: 'Second' });
    await add({ ...check, draft_id: first['draft_id'] ?? null });
    await add({ ...check, name: 'Other check', draft_id: 'second' });
    const { drafts } = await result('list_drafts');
    expect(drafts).toMatchObject([
      { name: 'Second', actions: ['Other check'] },
      { name: 'First', actions: ['Check stock'] },
    ]);
  });
});

describe('what a draft refuses', () => {
  const fields = (entity: string, type: string) => ({ name: 'X', entity, trigger_type: type });
  it.each<[string, JsonObject, string, RegExp]>([
    ['start_draft', {}, ARGUMENTS, /needs entity, trigger_type/],
    ['start_draft', fields('sales.ordres', 'on_create'), 'not_found', /sales\.orders/],
    ['start_draft', fields('orders', 'x'), ARGUMENTS, /on_create, on_update, on_delete, m/],
    ['preview_draft', {}, 'draft_not_found', /Begin with start_draft/],
    ['add_draft_action', check, 'draft_not_found', /start_draft/],
  ])('%s %j', async (name, input, code, words) => {
    const message = expect.stringMatching(words);
    expect(await refused(name, input)).toMatchObject({ code, message });
  });

  const config = (more: JsonObject) => ({ config: { ...alert.config, ...more } });
  const BOTH = /there is no field "mesage".*severity must be one of low, medium, high, critical/;
  const NOBODY = /recipients: "Maria Kellr".*Maria Keller.*find_recipients/;
  const cut = { config: { alert_type: 'x', severity: 'low', title: 'y' } };
  const two = config({ severity: 'urgent', mesage: 'x' });
  it.each<[string, JsonObject, RegExp]>([
    ['an unknown action type', { action_type: 'creat_alrt' }, /create_alert/],
    ['a taken name', { name: 'check STOCK' }, /already has an action.*Check stock/],
    ['an unknown predecessor', { after: 'Chek stock' }, /names no action.*Check stock/],
    ['an unknown port', { after: 'Check stock:failure' }, /its ports are sufficient, insufficient/],
    ['a wrong choice and an unknown field, all at once', two, BOTH],
    ['a missing field', cut, /the field "message" is missing/],
    ['a recipient nobody knows', config({ recipients: ['Maria Kellr'] }), NOBODY],
  ])('%s', async (_, change, message) => {
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
    const details = [{ path: expect.stringContaining('trigger_conditions') }];
    const message = expect.stringMatching(/quantty.*Fix the draft/s);
    expect(shown.result).toMatchObject({ error: { code: 'invalid_rule', message, details } });
  });
});

it('remove_draft_action links the children to the parent and says so', async () => {
  await start();
  await add(check, alert, mail);
  expect(await result('remove_draft_action', { name: 'create alert' })).toMatchObject({
    removed: 'Create alert',
    relinked: ['"Send email" now follows "Check stock:insufficient"'],
    flow: 'Check stock → [insufficient] Send email',
  });
  expect((await refused('remove_draft_action', { name: 'Fax' })).message).toMatch(/Send email/);
});

it('remove_draft_action of the start lets its first child start, and the others follow that', async () => {
  await start();
  await add(check, alert, { ...mail, after: 'Check stock:sufficient' });
  const relinked = [
    '"Create alert" now follows the start',
    '"Send email" now follows "Create alert"',
  ];
  const removed = await result('remove_draft_action', { name: 'Check stock' });
  expect(removed).toMatchObject({ relinked });
  const found = await result('remove_draft_action', { name: 'Send email' });
  expect(found).toMatchObject({ relinked: [], flow: 'Create alert' });
});

describe('a change of a saved rule', () => {
  it('goes through a draft and shows what differs; actions that stay keep their ids', async () => {
    const rule = await savedRule();
    const draft = await result('start_draft', { workflow_id: rule.name });
    expect(draft).toMatchObject({ changes_workflow_id: rule.id, flow: FLOW });
    await result('remove_draft_action', { name: 'Send email' });
    const config = { entity_name: 'inventory_items', action: 'low', message: 'low' };
    await result('add_draft_action', { name: 'Log it', action_type: 'log_audit_entry', config });
    const preview = previewOf(await call('preview_draft'));
    expect(preview.targetId).toBe(rule.id);
    const added = [{ name: 'Log it', follows: ['Create alert:success'] }];
    const removed = [{ name: 'Send email' }];
    const diff = { identical: false, fields: [], added, removed, changed: [] };
    expect(preview.extra).toMatchObject({ diff });
    const changed = await accept(preview);
    expect(changed.version).toBe(rule.version + 1);
    const idOf = (one: Rule, name: string) =>
      one.actions.find((action) => action.name === name)?.id;
    expect(idOf(changed, 'Create alert')).toBe(idOf(rule, 'Create alert'));
    // The payload was made on the version before: accepting it again must not overwrite.
    await expect(accept(preview)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('is refused as a draft where paths join, with the way that works', async () => {
    const name = 'Reserve Stock for Order Line';
    const { message } = await refused('start_draft', { workflow_id: name });
    expect(message).toMatch(/2 edges lead into "Alert Shortage".*editable.*preview_workflow/);
    const asked = { workflow_name: name, format: 'editable' };
    const { workflow, workflow_id } = await result('get_workflow_rule', asked);
    const rule = workflow as FullRule;
    const actions = rule.actions.map((action, at) =>
      at === 2 ? { ...action, config: { ...action.config, severity: 'high' } } : action,
    );
    const input = { workflow_id, workflow: { ...rule, actions } };
    const preview = previewOf(await call('preview_workflow', input));
    const changes = [{ path: 'config.severity', before: 'critical', after: 'high' }];
    const changed = [{ name: 'Alert Shortage', changes }];
    expect(preview.extra?.['diff']).toMatchObject({ changed, added: [], removed: [], fields: [] });
  });
});

describe('preview_workflow', () => {
  const edge = (source_action_id: string, target_action_id: string, more = {}) => ({
    source_action_id,
    target_action_id,
    edge_type: 'sequence',
    ...more,
  });
  const previewed = async (input: JsonObject) => previewOf(await call('preview_workflow', input));

  it('takes shorthand: names of people and entities, after, no ids', async () => {
    const actions = [check, alert, { ...mail, after: 'Create alert' }];
    const named = { name: 'Whole rule', entity: 'inventory_items', trigger_type: 'on_update' };
    const description = 'Warn about low stock.';
    const preview = await previewed({ workflow: { ...named, actions }, description });
    const written = [
      { id: 'temp:0' },
      { id: 'temp:1' },
      { id: 'temp:2', action_type: 'send_email' },
    ];
    const payload = { entity: 'inventory.inventory_items', actions: written };
    expect(preview).toMatchObject({ description, payload });
    expect(preview.extra).toBeUndefined();
    expect(await accept(preview)).toMatchObject({ name: 'Whole rule', action_count: 3 });
  });

  it('takes edges that name actions, and joins', async () => {
    const edges = [
      { target_action_id: 'Check stock', edge_type: 'start' },
      edge('Check stock', 'Create alert', { source_output: 'insufficient' }),
      edge('Check stock', 'Send email'),
      edge('Create alert', 'Send email'),
    ];
    const named = { name: 'Joined', entity: 'inventory_items', trigger_type: 'manual' };
    const actions = [check, { ...alert, after: undefined }, mail] as JsonObject[];
    const rule = await accept(await previewed({ workflow: { ...named, actions, edges } }));
    const { paths } = await result('explain_workflow_path', { workflow_id: rule.id });
    expect((paths as JsonObject[]).map(({ path }) => path)).toEqual([
      'Check stock → [insufficient] Create alert → Send email',
      'Check stock → [sufficient] Send email',
    ]);
  });

  it('changes single fields of a saved rule and leaves the rest', async () => {
    const rule = await savedRule();
    const workflow = { is_active: false, description: 'Paused' };
    const preview = await previewed({ workflow_id: rule.id, workflow });
    const fields = [
      { path: 'description', before: '', after: 'Paused' },
      { path: 'is_active', before: true, after: false },
    ];
    expect(preview.extra?.['diff']).toMatchObject({ fields, added: [], removed: [], changed: [] });
    expect(await accept(preview)).toMatchObject({ is_active: false, action_count: 3 });
  });

  it('warns when nothing changes', async () => {
    const rule = await savedRule();
    const input = { workflow_id: rule.id, workflow: { name: rule.name } };
    const { result: answer } = await call('preview_workflow', input);
    expect(answer).toMatchObject({ warning: expect.stringContaining('Nothing changes') });
  });

  const edges = [{ target_action_id: 'Check stock', edge_type: 'start' }];
  const two = [mail, { ...mail, name: 'Second mail' }];
  const taken = { name: 'Low Stock Alert', actions: [mail] };
  it.each<[string, JsonObject, string, RegExp]>([
    ['no action', {}, ARGUMENTS, /at least one action/],
    ['after beside edges', { actions: [check, alert], edges }, ARGUMENTS, /not both/],
    ['a taken name', taken, 'invalid_rule', /Low Stock Alert/],
    ['two starts', { actions: two }, 'invalid_rule', /start.*Correct the workflow/s],
  ])('refuses %s', async (_, more, code, words) => {
    const workflow = { name: 'X', entity: 'orders', trigger_type: 'manual', ...more };
    const message = expect.stringMatching(words);
    expect(await refused('preview_workflow', { workflow })).toMatchObject({ code, message });
  });
});
