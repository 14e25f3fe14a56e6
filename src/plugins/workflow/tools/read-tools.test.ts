import { startToolHarness, type ToolHarness } from '../../../../test/support/tool-harness.js';
import { newId } from '../../../foundation/ids.js';
import type { JsonObject } from '../../../foundation/json.js';
import { sharedTools } from '../../business-data/plugin.js';
import { workflowTools } from '../plugin.js';

let harness: ToolHarness;
let ruleIds: Record<string, string>;
beforeAll(async () => {
  harness = await startToolHarness([...workflowTools, ...sharedTools]);
  const { rules } = await harness.result<{ rules: { id: string; name: string }[] }>(
    'list_workflow_rules',
  );
  ruleIds = Object.fromEntries(rules.map((rule) => [rule.name, rule.id]));
});
afterAll(() => harness.close());

/** A list that has an object with these fields. */
const having = (...parts: object[]) =>
  expect.arrayContaining(parts.map((part) => expect.objectContaining(part)));
const text = (part: string | RegExp) =>
  typeof part === 'string' ? expect.stringContaining(part) : expect.stringMatching(part);
const LOW = 'Low Stock Alert';
const ORDER = { workflow_name: 'Order Approval' };
const both = { workflow_a: 'Order Approval', workflow_b: 'Purchase Order Approval' };
const one = { name: 'Try', entity: 'sales.orders', trigger_type: 'on_create' };
const wait = (config: object) => ({
  ...one,
  actions: [{ name: 'Wait', action_type: 'delay', config }],
});
const follow = (source: string, target: string, source_output?: string) => ({
  source_action_id: source,
  target_action_id: target,
  edge_type: 'sequence',
  ...(source_output && { source_output }),
});
/** A branch whose ways join again. */
const joined = {
  ...one,
  actions: [
    {
      name: 'Ask',
      action_type: 'evaluate_condition',
      config: { conditions: [{ field_name: 'status', operator: 'is_null' }] },
    },
    ...['First', 'Join', 'Last'].map((name) => ({
      name,
      action_type: 'delay',
      config: { duration: '1h' },
    })),
  ],
  edges: [
    { target_action_id: 'Ask', edge_type: 'start' },
    ...[follow('Ask', 'First', 'true'), follow('Ask', 'Join', 'false')],
    ...[follow('First', 'Join'), follow('Join', 'Last')],
  ],
};
const CANCEL = {
  level: 1,
  rule: 'Order Approval',
  action: 'Cancel Order',
  certainty: 'maybe',
  writes: 'sales.orders on_update (status)',
  sets_off: 'Order Cancelled Follow-up',
};
const CONFIRM = {
  action: 'Confirm Order',
  rule: 'Order Cancelled Follow-up',
  because: 'it waits for status changed_to "cancelled"',
};
const REJECTED = {
  path: 'Ask Controllers → [rejected] Back To Draft → Tell Buyer',
  when: ['Ask Controllers: rejected', 'Back To Draft: success'],
};
const NODE = {
  name: 'Create Low Stock Alert',
  config: { recipients: { users: ['Maria Keller'], roles: ['purchasing_agent (role)'] } },
  comes_after: ['Check Quantity:true'],
  outputs: { success: 'Email Purchasing', failure: '(ends here)' },
};
const ALERT_SCHEMA = {
  type: 'create_alert',
  fields: expect.arrayContaining([
    text(/^severity\*: one of low\|medium\|high\|critical/),
    'recipients.users: list of string',
  ]),
  ports: [text(/^success \(default\)/), text(/^failure: /)],
  example: expect.objectContaining({ severity: expect.any(String) }),
};
const FLOW = 'Check Quantity → [true] Create Low Stock Alert → Email Purchasing';
const SEVERE = { name: 'Create Low Stock Alert', config: text('severity="high"') };
const fell = (before: number) => ({
  workflow_name: LOW,
  record: { quantity: 3 },
  previous: { quantity: before },
});
const EMAIL = {
  table: 'procurement.suppliers',
  matching_columns: expect.arrayContaining([text(/^email: /)]),
};
const KELLER = { name: 'Maria Keller', roles: ['operations_manager'] };
const INACTIVE = { name: 'Product Discontinued Notice', is_active: false };
const LATER = { path: 'entity', before: 'sales.orders', after: 'procurement.purchase_orders' };
const PORTS = ['sufficient', 'insufficient'];
const MANAGERS = { total: 1, items: [{ name: 'warehouse_manager' }] };
const STARTS = having({ edge_type: 'start' });
const CHECKED = expect.arrayContaining([text(/^1\. Check Quantity → true: /)]);
const SUBMITTED = {
  fires: 'on_update of procurement.purchase_orders',
  only_when: ['status changed_to "submitted"', 'total_amount greater_than 2000'],
  paths: expect.arrayContaining([REJECTED]),
};
const OTHERS = {
  identical: false,
  fields: expect.arrayContaining([LATER]),
  added: having({ name: 'Ask Controllers' }),
  removed: having({ name: 'Ask Finance' }),
};
const HOUR = { ...wait({ duration: '1h' }), entity: 'orders' };
const PRODUCTS = {
  table: 'inventory.products',
  columns: expect.arrayContaining([text(/^sku: string/)]),
  relationships: expect.arrayContaining([text('procurement.suppliers')]),
};

const BIG = { workflow_name: 'Big Order Notification' };
const FINDINGS = having(
  { kind: 'missing_failure_path', action: 'Find Customer' },
  { kind: 'dead_end', action: 'Compare With Limit' },
);
const BY_TRIGGER = {
  on_create: having({ name: 'Order Approval' }),
  on_update: [expect.objectContaining({ name: 'Order Cancelled Follow-up' })],
};
const APPROVAL = { name: 'Approval by finance', action_type: 'seek_approval' };
const KLIMA = { users: ['Emma Johansson', 'Maria Keller'] };
const number = expect.any(Number);
const string = expect.any(String);

/** By tool: arguments, and what the answer must hold. */
const answers: Record<string, [JsonObject, unknown][]> = {
  discover: [
    [
      { category: 'action_types' },
      { action_types: having({ type: 'check_inventory', ports: PORTS }) },
    ],
    [{ category: 'trigger_types' }, { trigger_types: having({ name: 'on_delete' }) }],
    [{ category: 'entities' }, { entities: expect.arrayContaining(['sales.orders']) }],
  ],
  get_action_schema: [[{ action_type: 'Create alert' }, ALERT_SCHEMA]],
  find_recipients: [
    [{ query: 'keller' }, { users: { total: 1, items: [KELLER] } }],
    [
      { query: 'warehouse manager', kind: 'role' },
      { users: { total: 0 }, roles: MANAGERS },
    ],
    [{ query: 'Mria Kellr' }, { hint: text('Maria Keller') }],
    [{ limit: 2 }, { users: { shown: 2 }, roles: { shown: 2 } }],
  ],
  list_workflow_rules: [
    [{ is_active: false }, { total: 1, rules: [INACTIVE] }],
    [{ trigger_type: 'on_delete' }, { rules: [{ name: 'Supplier Removed Audit' }] }],
    [{ search: 'rules about low stock' }, { rules: [{ name: LOW }] }],
    [{ search: 'nothing of the kind' }, { total: 0, rules: [] }],
    [{ limit: 3 }, { total: number, shown: 3 }],
  ],
  list_rules_for_entity: [
    [{ entity: 'order' }, { entity: 'sales.orders', by_trigger: BY_TRIGGER }],
    [{ entity: 'hr.employees' }, { total: 0, by_trigger: {} }],
  ],
  get_workflow_rule: [
    [
      { workflow_name: 'low stock alert' },
      { name: LOW, trigger_conditions: ['quantity changed'], flow: FLOW, actions: having(SEVERE) },
    ],
    [{ workflow_name: 'the credit limit rule' }, { name: 'Credit Limit Watch' }],
    [{ ...ORDER, format: 'editable' }, { workflow: { entity: 'sales.orders', edges: STARTS } }],
  ],
  explain_workflow_node: [[{ workflow_name: LOW, node: 'create_alert' }, NODE]],
  explain_workflow_path: [
    [fell(30), { fires: true, path: FLOW, steps: CHECKED }],
    [fell(3), { fires: false, because: text('quantity') }],
    [{ workflow_name: 'Purchase Order Approval' }, SUBMITTED],
  ],
  compare_workflow_rules: [
    [both, OTHERS],
    [{ workflow_a: LOW, workflow_b: 'low stock alert' }, { identical: true }],
  ],
  list_action_templates: [
    [
      { action_type: 'send email' },
      { total: 2, templates: having({ name: 'Mail to purchasing' }) },
    ],
    [{ action_type: 'launch_rocket' }, { total: 0, hint: text('send_email') }],
  ],
  suggest_templates: [
    [{ text: 'finance should approve it', limit: 1 }, { suggestions: [APPROVAL] }],
    [{ text: 'warn about low stock' }, { suggestions: having({ name: 'Low stock alert' }) }],
    [{ text: 'xyzzy' }, { suggestions: [], hint: text('Wait a day') }],
  ],
  analyze_workflow: [[{ workflow_name: 'Credit Limit Watch' }, { findings: FINDINGS }]],
  show_cascade: [
    [ORDER, { links: [CANCEL], loops: [], not_set_off: [CONFIRM] }],
    [{ workflow_name: LOW }, { links: [], verdict: string }],
  ],
  simulate_workflow: [
    [
      { ...BIG, record: { total_amount: 4000 } },
      { triggered: false, reason: text('total_amount') },
    ],
    [
      { workflow: HOUR, record: { total_amount: 1 } },
      { triggered: true, path: 'Wait' },
    ],
  ],
  estimate_firings: [
    [
      { ...BIG, days: 60 },
      { days: 60, firings: number, per_day: number },
    ],
  ],
  validate_workflow: [
    [{ workflow_name: 'Supplier Late Delivery' }, { valid: true, errors: [] }],
    [
      { workflow: joined },
      { valid: true, flow: 'Ask → { [true] First → Join → Last | [false] Join … }' },
    ],
    [{ workflow: wait({}) }, { valid: false, errors: [{ message: text('duration') }] }],
  ],
  list_my_alerts: [
    [
      { severity: 'low', status: 'active' },
      { total: 1, alerts: [{ title: 'No mail to Klima Peeters' }] },
    ],
    [{}, { by_severity: { critical: number, high: number } }],
  ],
  get_alert_detail: [
    [
      { alert_id: 'no mail to klima peeters' },
      { rule_name: 'New Customer Welcome', recipients: KLIMA },
    ],
  ],
  list_alerts_for_rule: [
    [
      { workflow_name: LOW, status: 'active' },
      { workflow: LOW, total: 3 },
    ],
  ],
  search_database_schema: [
    [{ table: 'products' }, PRODUCTS],
    [{ query: 'supplier email' }, { matches: { items: having(EMAIL) } }],
    [{ schema: 'sales' }, { tables: { items: having({ table: 'sales.orders' }) } }],
  ],
  search_enums: [
    [{ query: 'order status' }, { enums: { items: having({ enum: 'sales.order_status' }) } }],
    [{ query: 'gibberish' }, { enums: { total: 0 }, hint: string }],
  ],
};
const asked = Object.entries(answers).flatMap(([name, rows]) =>
  rows.map(([input, expected]) => ({ name, input, expected })),
);

/** Tool, arguments, the error's code and what its text must hold. */
const refusals: [string, JsonObject, string, RegExp][] = [
  ['get_workflow_rule', { workflow_name: 'Low Stok Alrt' }, 'not_found', /"Low Stock Alert"/],
  ['get_workflow_rule', { workflow_name: 'order' }, 'not_found', /more than one.*"Order Approval"/],
  ['get_workflow_rule', {}, 'invalid_arguments', /Which rule\? .*list_workflow_rules/],
  ['explain_workflow_node', { workflow_name: LOW, node: 'Fax' }, 'not_found', /Email Purchasing/],
  ['get_action_schema', { action_type: 'create_alrt' }, 'not_found', /create_alert/],
  ['list_rules_for_entity', { entity: 'ordres' }, 'not_found', /sales\.orders/],
  ['compare_workflow_rules', { workflow_b: 'Order Approval' }, 'invalid_arguments', /Which rule/],
  ['get_alert_detail', { alert_id: 'moon landing' }, 'not_found', /list_my_alerts/],
  ['get_alert_detail', { alert_id: newId() }, 'not_found', /list_my_alerts/],
  ['search_database_schema', { table: 'prodcts' }, 'not_found', /inventory\.products/],
  ['discover', { category: 'x' }, 'invalid_arguments', /action_types, trigger_types, entities/],
  ['simulate_workflow', ORDER, 'invalid_arguments', /"record" is missing/],
];

describe('reading tools', () => {
  it.each(asked)('$name $input', async ({ name, input, expected }) => {
    const { isError, result, content, signals } = await harness.call(name, input);
    expect({ isError, content: isError ? content : '' }).toEqual({ isError: false, content: '' });
    expect(result).toMatchObject(expected as object);
    expect(signals).toEqual([]);
    expect(content.length).toBeLessThan(8_000);
  });

  it.each(refusals)('%s %j is refused with %s', async (name, input, code, message) => {
    const { isError, result } = await harness.call(name, input);
    expect(isError).toBe(true);
    expect(result).toMatchObject({ error: { code, message: expect.stringMatching(message) } });
  });

  it('answers for every tool that only reads', () => {
    const reading = [...workflowTools, ...sharedTools].filter(
      ({ effect, name }) => effect === 'read' && name !== 'list_drafts',
    );
    expect(reading.map(({ name }) => name).filter((name) => !(name in answers))).toEqual([]);
  });
});

describe('the rule open on the page', () => {
  const open = () => ({ requestContext: { workflow_id: ruleIds['Low Stock Alert'] } });

  it.each([
    ['get_workflow_rule', {}, { name: 'Low Stock Alert' }],
    ['get_workflow_rule', { workflow_id: ' ', workflow_name: '' }, { name: 'Low Stock Alert' }],
    ['get_workflow_rule', { workflow_name: 'Order Approval' }, { name: 'Order Approval' }],
    ['explain_workflow_node', { node: 'Check Quantity' }, { workflow: 'Low Stock Alert' }],
    ['explain_workflow_path', {}, { workflow: 'Low Stock Alert' }],
    ['list_alerts_for_rule', {}, { workflow: 'Low Stock Alert' }],
    ['analyze_workflow', {}, { workflow: 'Low Stock Alert' }],
    ['estimate_firings', {}, { workflow: 'Low Stock Alert', days: 30 }],
    ['compare_workflow_rules', { workflow_b: 'Order Approval' }, { first: 'Low Stock Alert' }],
  ])('is meant by %s %j', async (name, input, expected) => {
    expect(await harness.result(name, input, open())).toMatchObject(expected);
  });

  /** Every tool that takes a rule, with what else it needs. */
  const taking: [string, string, JsonObject][] = [
    ['get_workflow_rule', 'workflow_id', {}],
    ['explain_workflow_node', 'workflow_id', { node: 'Ask Finance' }],
    ['explain_workflow_path', 'workflow_id', {}],
    ['list_alerts_for_rule', 'workflow_id', {}],
    ['analyze_workflow', 'workflow_id', {}],
    ['estimate_firings', 'workflow_id', {}],
    ['show_cascade', 'workflow_id', {}],
    ['validate_workflow', 'workflow_id', {}],
    ['simulate_workflow', 'workflow_id', { record: { total_amount: 12_000 } }],
    ['compare_workflow_rules', 'workflow_a', { workflow_b: 'Credit Limit Watch' }],
    ['compare_workflow_rules', 'workflow_b', { workflow_a: 'Credit Limit Watch' }],
    ['start_draft', 'workflow_id', {}],
    ['delete_workflow_rule', 'workflow_id', {}],
    ['preview_workflow', 'workflow_id', { workflow: { name: 'Changed' } }],
  ];

  it.each(taking)('gives way to the name or UUID that %s gets as %s', async (name, field, more) => {
    const byName = await harness.call(name, { ...more, [field]: 'Order Approval' }, open());
    const id = ruleIds['Order Approval'];
    const byId = await harness.call(name, { ...more, [field]: id }, open());
    for (const { isError, content, signals } of [byName, byId]) {
      expect([isError, content]).toEqual([false, content]);
      expect(JSON.stringify([content, signals])).not.toContain('Low Stock Alert');
    }
  });

  it.each(taking)('does not stand in for one that %s finds none for', async (name, field, more) => {
    for (const unknown of ['Ordr Aproval', newId()]) {
      const { isError, content } = await harness.call(name, { ...more, [field]: unknown }, open());
      expect([isError, content]).toEqual([true, expect.stringContaining('Order Approval')]);
    }
  });

  it('is every tool that has such an argument', () => {
    const ids = ['workflow_id', 'workflow_a', 'workflow_b'];
    const having = workflowTools.filter(({ inputSchema: { properties } }) =>
      ids.some((id) => Object.hasOwn(properties as object, id)),
    );
    const names = new Set(taking.map(([name]) => name));
    expect(having.map(({ name }) => name).sort()).toEqual([...names].sort());
  });
});

it("sees the alerts of the caller whose token it forwards, and nobody else's", async () => {
  const authorization = 'Bearer sample-aisha.rahman';
  type Seen = { alerts: { title: string }[] };
  const seen = await harness.result<Seen>('list_my_alerts', { limit: 100 }, { authorization });
  expect(seen.alerts.map(({ title }) => title)).toEqual(['The audit log is growing fast']);
});
