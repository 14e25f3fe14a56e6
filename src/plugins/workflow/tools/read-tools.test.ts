import { useTools } from '../../../../test/support/tool-harness.js';
import { newId } from '../../../foundation/ids.js';
import type { JsonObject } from '../../../foundation/json.js';
import { sharedTools } from '../../business-data/plugin.js';
import { workflowTools } from '../plugin.js';

let options = {};
afterEach(() => void (options = {}));
const { call, result, refused } = useTools([...workflowTools, ...sharedTools], () => options);
let ruleIds: Record<string, string>;
beforeAll(async () => {
  type Rules = { rules: { id: string; name: string }[] };
  const { rules } = await result<Rules>('list_workflow_rules');
  ruleIds = Object.fromEntries(rules.map(({ name, id }) => [name, id]));
});

const some = (...parts: unknown[]) => expect.arrayContaining(parts);
/** A list that has an object with these fields. */
const having = (...parts: object[]) => some(...parts.map((part) => expect.objectContaining(part)));
const text = (part: string | RegExp) =>
  typeof part === 'string' ? expect.stringContaining(part) : expect.stringMatching(part);
const LOW = 'Low Stock Alert';
const ORDER = { workflow_name: 'Order Approval' };
const both = { workflow_a: 'Order Approval', workflow_b: 'Purchase Order Approval' };
const one = { name: 'Try', entity: 'sales.orders', trigger_type: 'on_create' };
const delay = (name: string, config: object) => ({ name, action_type: 'delay', config });
const wait = (config: object) => ({ ...one, actions: [delay('Wait', config)] });
const follow = (source: string, target: string, port = {}) => {
  const ends = { source_action_id: source, target_action_id: target };
  return { ...ends, edge_type: 'sequence', ...port };
};
const conditions = [{ field_name: 'status', operator: 'is_null' }];
/** A branch whose ways join again. */
const joined = {
  ...one,
  actions: [
    { name: 'Ask', action_type: 'evaluate_condition', config: { conditions } },
    ...['First', 'Join', 'Last'].map((name) => delay(name, { duration: '1h' })),
  ],
  edges: [
    { target_action_id: 'Ask', edge_type: 'start' },
    follow('Ask', 'First', { source_output: 'true' }),
    follow('Ask', 'Join', { source_output: 'false' }),
    follow('First', 'Join'),
    follow('Join', 'Last'),
  ],
};
const JOINED = 'Ask → { [true] First → Join → Last | [false] Join … }';
const FOLLOW_UP = 'Order Cancelled Follow-up';
const MAYBE = { certainty: 'maybe', writes: 'sales.orders on_update (status)' };
const ACTION = { rule: 'Order Approval', action: 'Cancel Order' };
const CANCEL = { level: 1, ...ACTION, ...MAYBE, sets_off: FOLLOW_UP };
const because = 'it waits for status changed_to "cancelled"';
const CONFIRM = { action: 'Confirm Order', rule: FOLLOW_UP, because };
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
const SEVERITY = text(/^severity\*: one of low\|medium\|high\|critical/);
const ALERT_SCHEMA = {
  type: 'create_alert',
  fields: some(SEVERITY, 'recipients.users: list of string'),
  ports: [text(/^success \(default\)/), text(/^failure: /)],
  example: expect.objectContaining({ severity: expect.any(String) }),
};
const FLOW = 'Check Quantity → [true] Create Low Stock Alert → Email Purchasing';
const RULE = { name: LOW, trigger_conditions: ['quantity changed'], flow: FLOW };
const SEVERE = { name: 'Create Low Stock Alert', config: text('severity="high"') };
const fell = (quantity: number) => {
  const [record, previous] = [{ quantity: 3 }, { quantity }];
  return { workflow_name: LOW, record, previous };
};
const EMAIL = { table: 'procurement.suppliers', matching_columns: some(text(/^email: /)) };
const KELLER = { name: 'Maria Keller', roles: ['operations_manager'] };
const INACTIVE = { name: 'Product Discontinued Notice', is_active: false };
const LATER = { path: 'entity', before: 'sales.orders', after: 'procurement.purchase_orders' };
const CHECK = { type: 'check_inventory', ports: ['sufficient', 'insufficient'] };
const MANAGER = { total: 1, items: [{ name: 'warehouse_manager' }] };
const MANAGERS = { users: { total: 0 }, roles: MANAGER };
const STARTS = having({ edge_type: 'start' });
const CHECKED = some(text(/^1\. Check Quantity → true: /));
const SUBMITTED = {
  fires: 'on_update of procurement.purchase_orders',
  only_when: ['status changed_to "submitted"', 'total_amount greater_than 2000'],
  paths: some(REJECTED),
};
const OTHERS = {
  identical: false,
  fields: some(LATER),
  added: having({ name: 'Ask Controllers' }),
  removed: having({ name: 'Ask Finance' }),
};
const HOUR = { ...wait({ duration: '1h' }), entity: 'orders' };
const PRODUCTS = {
  table: 'inventory.products',
  columns: some(text(/^sku: string/)),
  relationships: some(text('procurement.suppliers')),
};

const BIG = { workflow_name: 'Big Order Notification' };
const amount = (total_amount: number) => ({ total_amount });
const UNTRIGGERED = { triggered: false, reason: text('total_amount') };
const WAITED = { triggered: true, path: 'Wait' };
const NO_PATH = { kind: 'missing_failure_path', action: 'Find Customer' };
const FINDINGS = having(NO_PATH, { kind: 'dead_end', action: 'Compare With Limit' });
const CREATED = having({ name: 'Order Approval' });
const BY_TRIGGER = { on_create: CREATED, on_update: [{ name: FOLLOW_UP }] };
const APPROVAL = { name: 'Approval by finance', action_type: 'seek_approval' };
const TEMPLATE = { name: 'Mail to purchasing' };
const NO_MAILS = { total: 1, alerts: [{ title: 'No mail to Klima Peeters' }] };
const KLIMA = { users: ['Emma Johansson', 'Maria Keller'] };
const ALERT = { rule_name: 'New Customer Welcome', recipients: KLIMA };
const ALERTS = { workflow: LOW, total: 3 };
const number = expect.any(Number);
const string = expect.any(String);
const FIRINGS = { days: 60, firings: number, per_day: number };

/** By tool: arguments, and what the answer must hold. */
const answers: Record<string, [JsonObject, unknown][]> = {
  discover: [
    [{ category: 'action_types' }, { action_types: having(CHECK) }],
    [{ category: 'trigger_types' }, { trigger_types: having({ name: 'on_delete' }) }],
    [{ category: 'entities' }, { entities: some('sales.orders') }],
  ],
  get_action_schema: [[{ action_type: 'Create alert' }, ALERT_SCHEMA]],
  find_recipients: [
    [{ query: 'keller' }, { users: { total: 1, items: [KELLER] } }],
    [{ query: 'warehouse manager', kind: 'role' }, MANAGERS],
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
    [{ workflow_name: 'low stock alert' }, { ...RULE, actions: having(SEVERE) }],
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
    [{ action_type: 'send email' }, { total: 2, templates: having(TEMPLATE) }],
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
    [{ ...BIG, record: amount(4000) }, UNTRIGGERED],
    [{ workflow: HOUR, record: amount(1) }, WAITED],
  ],
  estimate_firings: [[{ ...BIG, days: 60 }, FIRINGS]],
  validate_workflow: [
    [{ workflow_name: 'Supplier Late Delivery' }, { valid: true, errors: [] }],
    [{ workflow: joined }, { valid: true, flow: JOINED }],
    [{ workflow: wait({}) }, { valid: false, errors: [{ message: text('duration') }] }],
  ],
  list_my_alerts: [
    [{ severity: 'low', status: 'active' }, NO_MAILS],
    [{}, { by_severity: { critical: number, high: number } }],
  ],
  get_alert_detail: [[{ alert_id: 'no mail to klima peeters' }, ALERT]],
  list_alerts_for_rule: [[{ workflow_name: LOW, status: 'active' }, ALERTS]],
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
    const { isError, result, content, signals } = await call(name, input);
    expect([isError, signals, content]).toEqual([false, [], content]);
    expect(result).toMatchObject(expected as object);
    expect(content.length).toBeLessThan(8_000);
  });

  it.each(refusals)('%s %j is refused with %s', async (name, input, code, message) => {
    expect(await refused(name, input)).toMatchObject({ code, message: text(message) });
  });

  it('answers for every tool that only reads', () => {
    const reading = [...workflowTools, ...sharedTools].filter(
      ({ effect, name }) => effect === 'read' && name !== 'list_drafts',
    );
    expect(reading.map(({ name }) => name).filter((name) => !(name in answers))).toEqual([]);
  });
});

describe('the rule open on the page', () => {
  beforeEach(() => void (options = { requestContext: { workflow_id: ruleIds[LOW] } }));

  it.each([
    ['get_workflow_rule', {}, { name: LOW }],
    ['get_workflow_rule', { workflow_id: ' ', workflow_name: '' }, { name: LOW }],
    ['get_workflow_rule', ORDER, { name: 'Order Approval' }],
    ['explain_workflow_node', { node: 'Check Quantity' }, { workflow: LOW }],
    ['explain_workflow_path', {}, { workflow: LOW }],
    ['list_alerts_for_rule', {}, { workflow: LOW }],
    ['analyze_workflow', {}, { workflow: LOW }],
    ['estimate_firings', {}, { workflow: LOW, days: 30 }],
    ['compare_workflow_rules', { workflow_b: 'Order Approval' }, { first: LOW }],
  ])('is meant by %s %j', async (name, input, expected) =>
    expect(await result(name, input)).toMatchObject(expected),
  );

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
    for (const rule of ['Order Approval', ruleIds['Order Approval']!]) {
      const { isError, content, signals } = await call(name, { ...more, [field]: rule });
      expect([isError, content]).toEqual([false, content]);
      expect(JSON.stringify([content, signals])).not.toContain(LOW);
    }
  });

  it.each(taking)('does not stand in for one that %s finds none for', async (name, field, more) => {
    for (const unknown of ['Ordr Aproval', newId()]) {
      const { message } = await refused(name, { ...more, [field]: unknown });
      expect(message).toContain('Order Approval');
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
  options = { authorization: 'Bearer sample-aisha.rahman' };
  const alerts = [{ title: 'The audit log is growing fast' }];
  expect(await result('list_my_alerts', { limit: 100 })).toMatchObject({ alerts });
});
