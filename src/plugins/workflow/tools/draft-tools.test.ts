import { useTools } from '../../../../test/support/tool-harness.js';
import { newId } from '../../../foundation/ids.js';
import type { JsonObject } from '../../../foundation/json.js';
import type { ChangeProposal } from '../../../agenttools/tool.js';
import { workflowTools } from '../plugin.js';
import type { FullRule, Rule } from './wire.js';

/** Each test has a user of its own, and so no draft of another test. */
let userId: string;
beforeEach(() => void (userId = newId()));
const { harness, call, result, refused, preview } = useTools(workflowTools, () => ({ userId }));

/** Sends the payload as accepting the preview would. */
function accept({ payload, targetId }: ChangeProposal): Promise<Rule> {
  const method = targetId ? 'PUT' : 'POST';
  const segments = ['v1', 'workflow', 'rules', targetId ?? [], 'full'].flat();
  return harness.write({ userId }).send<Rule>({ method, segments, body: payload });
}

const start = (fields: JsonObject = {}) => {
  const trigger_conditions = [{ field_name: 'quantity', operator: 'changed' }];
  const rule = { name: `Low stock ${newId()}`, ...ON_UPDATE, trigger_conditions, ...fields };
  return result('start_draft', rule);
};

const ON_UPDATE = { entity: 'inventory items', trigger_type: 'on_update' };
const stock = { product_id: '{{product_id}}', threshold: 10 };
const check = { name: 'Check stock', action_type: 'check_inventory', config: stock };
const recipients = ['Maria Keller', 'the purchasing agents'];
const low = { alert_type: 'low_stock', severity: 'high', title: 'Low stock', recipients };
const warning = { ...low, message: 'Only {{quantity}} left' };
const after = 'Check stock:insufficient';
const alert = { name: 'Create alert', action_type: 'create_alert', after, config: warning };
const letter = { recipients: 'Jonas Brandt', subject: 'Low stock', body: 'Please look.' };
const mail = { name: 'Send email', action_type: 'send email', config: letter };
const add = async (...actions: JsonObject[]) => {
  for (const action of actions) await result('add_draft_action', action);
};
const ARGUMENTS = 'invalid_arguments';

const FLOW = 'Check stock → [insufficient] Create alert → Send email';

/** A saved rule of three actions in a row. */
async function savedRule(): Promise<Rule> {
  await start();
  await add(check, alert, mail);
  return accept(await preview('preview_draft'));
}

describe('a new rule by draft', () => {
  it('is built, previewed and accepted as shown', async () => {
    const { draft_id, ...draft } = await start();
    expect(draft).toMatchObject({ entity: 'inventory.inventory_items', action_count: 0 });
    await result('add_draft_action', check);
    const added = await result('add_draft_action', alert);
    expect(added).toMatchObject({ follows: 'Check stock:insufficient', draft_id });
    const mailed = { follows: 'Create alert', flow: FLOW };
    expect(await result('add_draft_action', mail)).toMatchObject(mailed);

    const shown = await preview('preview_draft');
    const counts = { action_count: 3, edge_count: 3, is_update: false };
    expect(shown).toMatchObject({
      kind: 'workflow_preview',
      description: expect.any(String),
      result: { status: 'preview_sent', ...counts },
      content: expect.not.stringContaining('Only {{quantity}} left'),
    });
    expect(shown.targetId).toBeUndefined();

    const { id, name } = await accept(shown);
    const read = await result('get_workflow_rule', { workflow_name: name });
    expect(read).toMatchObject({ flow: FLOW });
    const asked = { workflow_id: id, node: 'Create alert' };
    const recipients = { users: ['Maria Keller'], roles: ['purchasing_agent (role)'] };
    expect(await result('explain_workflow_node', asked)).toMatchObject({ config: { recipients } });
  });

  it('is called by its trigger and steps until somebody names it', async () => {
    await result('start_draft', ON_UPDATE);
    await add({ ...mail, name: 'Mail' });
    const { name } = await result('add_draft_action', { ...check, after: 'Mail' });
    expect(name).toBe('Inventory items updated: send email, check inventory');
    await result('remove_draft_action', { name: 'Mail' });
    const payload = { name: 'Inventory items updated: check inventory' };
    expect(await preview('preview_draft')).toMatchObject({ payload });
    const named = { name: 'Look at the stock' };
    expect(await preview('preview_draft', named)).toMatchObject({ payload: named });
    await accept(await preview('preview_draft'));
    await result('start_draft', ON_UPDATE);
    await add(check);
    const numbered = { name: `${payload.name} (2)` };
    expect(await preview('preview_draft')).toMatchObject({ payload: numbered });
  });

  it('can be simulated before it is saved', async () => {
    await start();
    await add({ ...mail, name: 'Only mail' });
    const fall = { record: { quantity: 3 }, previous: { quantity: 30 } };
    const tried = await result('simulate_workflow', { draft_id: 'latest', ...fall });
    expect(tried).toMatchObject({ triggered: true, path: 'Only mail' });
  });

  it('continues with the newest draft, or the one named', async () => {
    const first = await start({ name: 'First' });
    await start({ name: 'Second' });
    await add({ ...check, draft_id: first['draft_id'] ?? null });
    await add({ ...check, name: 'Other check', draft_id: 'second' });
    const second = { name: 'Second', actions: ['Other check'] };
    const drafts = [second, { name: 'First', actions: ['Check stock'] }];
    expect(await result('list_drafts')).toMatchObject({ drafts });
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
    await add(check);
    const { message: text } = await refused('add_draft_action', { ...alert, ...change });
    expect(text).toMatch(message);
    expect(await result('list_drafts')).toMatchObject({ drafts: [{ actions: ['Check stock'] }] });
  });

  it('previews nothing that is empty or not valid, and says how to fix it', async () => {
    await start({ trigger_conditions: [{ field_name: 'quantty', operator: 'changed' }] });
    expect((await refused('preview_draft')).message).toMatch(/no action yet.*add_draft_action/);
    await add(mail);
    const details = [{ path: expect.stringContaining('trigger_conditions') }];
    const message = expect.stringMatching(/quantty.*Fix the draft/s);
    const error = { code: 'invalid_rule', message, details };
    const shown = await call('preview_draft');
    expect(shown).toMatchObject({ isError: true, signals: [], result: { error } });
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
  const remove = (name: string) => result('remove_draft_action', { name });
  const first = '"Create alert" now follows the start';
  const relinked = [first, '"Send email" now follows "Create alert"'];
  expect(await remove('Check stock')).toMatchObject({ relinked });
  expect(await remove('Send email')).toMatchObject({ relinked: [], flow: 'Create alert' });
});

describe('a change of a saved rule', () => {
  it('goes through a draft and shows what differs; actions that stay keep their ids', async () => {
    const rule = await savedRule();
    const draft = await result('start_draft', { workflow_id: rule.name });
    expect(draft).toMatchObject({ changes_workflow_id: rule.id, flow: FLOW });
    await result('remove_draft_action', { name: 'Send email' });
    const config = { entity_name: 'inventory_items', action: 'low', message: 'low' };
    await add({ name: 'Log it', action_type: 'log_audit_entry', config });
    const shown = await preview('preview_draft');
    const follows = ['Create alert:success'];
    const added = [{ name: 'Log it', action_type: 'log_audit_entry', follows }];
    const removed = [{ name: 'Send email', action_type: 'send_email', follows }];
    const diff = { identical: false, fields: [], added, removed, changed: [] };
    expect(shown).toMatchObject({ targetId: rule.id, extra: { diff } });
    const changed = await accept(shown);
    expect(changed.version).toBe(rule.version + 1);
    const idIn = (one: Rule) => one.actions.find(({ name }) => name === 'Create alert')?.id;
    expect(idIn(changed)).toBe(idIn(rule));
    // The payload was made on the version before: accepting it again must not overwrite.
    await expect(accept(shown)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('is refused as a draft where paths join, with the way that works', async () => {
    const name = 'Reserve Stock for Order Line';
    const { message } = await refused('start_draft', { workflow_id: name });
    expect(message).toMatch(/2 edges lead into "Alert Shortage".*editable.*preview_workflow/);
    const asked = { workflow_name: name, format: 'editable' };
    const { workflow, workflow_id } = await result('get_workflow_rule', asked);
    (workflow as FullRule).actions[2]!.config['severity'] = 'high';
    const { extra } = await preview('preview_workflow', { workflow_id, workflow });
    const changes = [{ path: 'config.severity', before: 'critical', after: 'high' }];
    const changed = [{ name: 'Alert Shortage', changes }];
    expect(extra?.['diff']).toMatchObject({ changed, added: [], removed: [], fields: [] });
  });
});

describe('preview_workflow', () => {
  const edge = (source: string, target: string, more = {}) => {
    const ends = { source_action_id: source, target_action_id: target };
    return { ...ends, edge_type: 'sequence', ...more };
  };
  const previewed = (input: JsonObject) => preview('preview_workflow', input);

  it('takes shorthand: names of people and entities, after, no ids', async () => {
    const actions = [check, alert, { ...mail, after: 'Create alert' }];
    const named = { name: 'Whole rule', entity: 'inventory_items', trigger_type: 'on_update' };
    const description = 'Warn about low stock.';
    const shown = await previewed({ workflow: { ...named, actions }, description });
    const types = ['check_inventory', 'create_alert', 'send_email'];
    const written = types.map((action_type, at) => ({ id: `temp:${at}`, action_type }));
    const payload = { entity: 'inventory.inventory_items', actions: written };
    expect(shown).toMatchObject({ description, payload });
    expect(shown.extra).toBeUndefined();
    expect(await accept(shown)).toMatchObject({ name: 'Whole rule', action_count: 3 });
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
    const paths = [{ path: FLOW }, { path: 'Check stock → [sufficient] Send email' }];
    const explained = await result('explain_workflow_path', { workflow_id: rule.id });
    expect(explained).toMatchObject({ paths });
  });

  it('changes single fields of a saved rule and leaves the rest', async () => {
    const rule = await savedRule();
    const workflow = { is_active: false, description: 'Paused' };
    const shown = await previewed({ workflow_id: rule.id, workflow });
    const described = { path: 'description', before: '', after: 'Paused' };
    const fields = [described, { path: 'is_active', before: true, after: false }];
    expect(shown.extra?.['diff']).toMatchObject({ fields, added: [], removed: [], changed: [] });
    expect(await accept(shown)).toMatchObject({ is_active: false, action_count: 3 });
  });

  it('warns when nothing changes', async () => {
    const { id, name } = await savedRule();
    const warning = expect.stringContaining('Nothing changes');
    const shown = await previewed({ workflow_id: id, workflow: { name } });
    expect(shown).toMatchObject({ result: { warning } });
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
