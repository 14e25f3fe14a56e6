import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readAutomation } from '../../../src/plugins/workflow/offline/automation.js';
import { unreadWords } from '../audit/account.js';
import { findColumns, type KnownColumn } from './columns.js';
import { readConditions } from './conditions.js';
import { countryCode } from './countries.js';
import { editDistance } from './distance.js';
import { isQuestion, namedThing } from './facts.js';
import { readPeople } from '../../../src/plugins/workflow/offline/read-people.js';
import { ruleLanguage } from '../../../src/plugins/workflow/offline/lexicon.js';
import { stem } from '../language/english-stem.js';
import { readNumber, tokenize } from './tokens.js';

const read = (text: string) => ruleLanguage.read(text);

const columns: KnownColumn[] = [
  { key: 'number', type: 'string' },
  { key: 'status', type: 'status', values: ['pending', 'shipped', 'on_hold', 'cancelled'] },
  { key: 'priority', type: 'status', values: ['low', 'normal', 'urgent'] },
  { key: 'total_amount', type: 'number' },
  { key: 'discount_percent', type: 'number' },
  { key: 'ordered_at', type: 'datetime' },
  { key: 'shipped_at', type: 'datetime' },
  { key: 'city', type: 'string' },
  { key: 'is_active', type: 'boolean' },
];
const today = new Date('2026-03-31T12:00:00Z');
const tests = (text: string) =>
  readConditions(read(text), { columns, today }).map(({ column, comparison, value }) => [
    column.key,
    comparison,
    ...(value === undefined ? [] : [value]),
  ]);

describe('a period without a number is one of the calendar', () => {
  it.each([
    ["just last month's orders", '2026-02-01', '2026-03-01'],
    ['orders of last year', '2025-01-01', '2026-01-01'],
    ['orders of this month', '2026-03-01', '2026-04-01'],
    ['what was ordered today', '2026-03-31', '2026-04-01'],
    ['orders in February', '2026-02-01', '2026-03-01'],
    ['orders in December', '2025-12-01', '2026-01-01'],
    ['orders of March 2024', '2024-03-01', '2024-04-01'],
    ['what was ordered on 5th of February', '2026-02-05', '2026-02-06'],
    ['orders in 2025', '2025-01-01', '2026-01-01'],
  ])('%s', (text, from, before) =>
    expect(tests(text)).toEqual([
      ['ordered_at', 'gte', from],
      ['ordered_at', 'lt', before],
    ]),
  );
});

describe('a month by its name', () => {
  it.each([
    ['ordered before February', 'lt', '2026-02-01'],
    ['ordered since June', 'gte', '2025-06-01'],
    ['ordered since March 2024', 'gte', '2024-03-01'],
    ['ordered since 3 March', 'gte', '2026-03-03'],
    ['ordered after 2024', 'gte', '2025-01-01'],
  ])('%s', (text, comparison, value) => {
    expect(tests(text)).toEqual([
      [text.includes('shipped') ? 'shipped_at' : 'ordered_at', comparison, value],
    ]);
  });

  // After a month may be on any of its days.
  it.each(['ordered after March', 'ordered from March to May', 'ordered on 31 April'])(
    '%s is no such day',
    (text) => expect(tests(text)).toEqual([]),
  );
});

describe('another currency than that of the amounts is not taken in', () => {
  const unread = (text: string, calls: unknown[]) => unreadWords(read(text), { calls });
  const above = { field_name: 'total_amount', operator: 'greater_than', value: 2000 };

  it.each(['total above 2000 dollars', 'total above $2000'])('%s', (text) =>
    expect(unread(text, [above])).toHaveLength(1),
  );
  it('unless a call holds it', () =>
    expect(unread('total above 2000 dollars', [{ ...above, currency: 'USD' }])).toEqual([]));
  it('the own one is', () => expect(unread('total above 2000 euros', [above])).toEqual([]));
});

it('takes the name of a table for no column', () => {
  const known = [{ key: 'name', header: 'Customer' }, { key: 'segment' }];
  const found = findColumns(read('hide segment in the Customers table'), known);
  expect(found.map(({ column }) => column.key)).toEqual(['segment']);
});

describe('tokens', () => {
  it.each([
    ['5,000', 5000],
    ['5.000', 5000],
    ['1.5', 1.5],
    ['€500', 500],
    ['5k', 5000],
    ['12,345.60', 12345.6],
    ['20%', 20],
  ])('%s is %d', (text, value) => expect(readNumber(text).value).toBe(value));

  it('covers any text without overlapping, and never fails', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        let end = 0;
        for (const token of tokenize(text)) {
          expect(token.start).toBeGreaterThanOrEqual(end);
          expect(token.end).toBeGreaterThan(token.start);
          end = token.end;
        }
      }),
    );
  });

  it('keeps quotes, mails, ids and dates whole', () => {
    const kinds = tokenize('mail a.b@c.example "two words" 2026-03-01 sales.orders don\'t').map(
      (token) => token.kind,
    );
    expect(kinds).toEqual(['word', 'email', 'quoted', 'date', 'name', 'word']);
  });
});

describe('words', () => {
  it.each([
    ['creates', 'created'],
    ['notify', 'notified'],
    ['statuses', 'status'],
    ['warehouse', 'warehouses'],
    ['stopped', 'stop'],
    ['e-mails', 'email'],
    ['added', 'add'],
  ])('%s and %s meet', (a, b) => expect(stem(a)).toBe(stem(b)));

  it('editDistance is symmetric and counts a swap as one', () => {
    expect(editDistance('emial', 'email', 2)).toBe(1);
    fc.assert(
      fc.property(
        fc.string({ maxLength: 8 }),
        fc.string({ maxLength: 8 }),
        (a, b) => editDistance(a, b, 3) === editDistance(b, a, 3),
      ),
    );
  });

  it.each([
    ['shwo the alrets', 'act.list'],
    ['whne an order', 'frame.when'],
    ['desending', 'dir.desc'],
    ['a critcal one', 'sev.critical'],
  ])('a slip in "%s" still means %s', (text, concept) =>
    expect(read(text).has(concept)).toBe(true),
  );

  it('a short word with another letter is another word', () =>
    expect(read('marked as lost').has('act.list')).toBe(false));

  it('a longer phrase of the same kind wins over the words in it', () => {
    expect(
      read('a purchase order')
        .all('entity.*')
        .map((tag) => tag.concept),
    ).toEqual(['entity.procurement.purchase_orders']);
  });
});

describe('moods and names', () => {
  it.each([
    ['what does it do?', true],
    ['can you add an alert', false],
    ['is it valid', true],
    ['when an order is created email me', false],
    ['when does it run', true],
    ['hide the city', false],
  ])('"%s" is a question: %s', (text, question) => expect(isQuestion(read(text))).toBe(question));
  it.each([
    ['explain the Low Stock Alert please', 'Low Stock Alert'],
    ['explain the low stock alert rule', 'low stock alert'],
    ['open "My table"', 'My table'],
    ['show all active rules', undefined],
    ['explain this rule', undefined],
  ])('%s names %s', (text, name) => expect(namedThing(read(text))).toBe(name));
});

describe('conditions', () => {
  it.each<[string, unknown[]]>([
    ['an order over 5,000 euro', [['total_amount', 'gt', 5000]]],
    ['total amount is at least 100', [['total_amount', 'gte', 100]]],
    ['100 or more', [['total_amount', 'gte', 100]]],
    ['more than 20 percent', [['discount_percent', 'gt', 20]]],
    [
      'amount between 10 and 20',
      [
        ['total_amount', 'gte', 10],
        ['total_amount', 'lte', 20],
      ],
    ],
    ['cancelled orders', [['status', 'eq', 'cancelled']]],
    ['when it switches over to cancelled', [['status', 'eq', 'cancelled']]],
    [
      'when it goes from pending to cancelled',
      [
        ['status', 'changesto', 'cancelled'],
        ['status', 'changesfrom', 'pending'],
      ],
    ],
    ['the status is not cancelled', [['status', 'neq', 'cancelled']]],
    ['status changes to on hold', [['status', 'changesto', 'on_hold']]],
    ['the status changes', [['status', 'changes']]],
    ['shipped or cancelled orders', [['status', 'in', ['shipped', 'cancelled']]]],
    [
      'urgent orders above 50',
      [
        ['priority', 'eq', 'urgent'],
        ['total_amount', 'gt', 50],
      ],
    ],
    ['city contains "burg"', [['city', 'contains', 'burg']]],
    ['city is empty', [['city', 'null']]],
    ['the city is deleted', []],
    ['ordered in the last 30 days', [['ordered_at', 'gte', '2026-03-01']]],
    ['ordered after 2026-01-15', [['ordered_at', 'gt', '2026-01-15']]],
    ['ordered before 1 March 2026', [['ordered_at', 'lt', '2026-03-01']]],
    ['ordered after March 2nd, 2026', [['ordered_at', 'gt', '2026-03-02']]],
    ['ordered before 31 February 2026', []],
    [
      'total above 10 and below 20',
      [
        ['total_amount', 'gt', 10],
        ['total_amount', 'lt', 20],
      ],
    ],
    ['total of 10 and below', [['total_amount', 'lte', 10]]],
    [
      'shipped at within 30 days',
      [
        ['shipped_at', 'gte', '2026-03-31'],
        ['shipped_at', 'lte', '2026-04-30'],
      ],
    ],
    [
      'shipped at in less than 30 days',
      [
        ['shipped_at', 'lt', '2026-04-30'],
        ['shipped_at', 'gte', '2026-03-31'],
      ],
    ],
    ['the shipped date is empty', [['shipped_at', 'null']]],
    ['hello there', []],
  ])('%s', (text, wanted) => expect(tests(text)).toEqual(wanted));
});

it('a rule keeps no date that is only true today', () => {
  const clause = read('shipped at is older than 30 days');
  expect(readConditions(clause, { columns, today, takesRelativeDates: false })).toEqual([]);
});

it.each([
  ['Germany', 'DE'],
  ['France', 'FR'],
  ['United Kingdom', 'GB'],
  ['Atlantis', undefined],
])('%s is written %s', (name, code) => expect(countryCode(name)).toBe(code));

describe('columns', () => {
  it.each([
    ['the order date', 'ordered_at'],
    ['total', 'total_amount'],
    ['amout', 'total_amount'],
    ['active', 'is_active'],
    ['discount', 'discount_percent'],
  ])('"%s" is %s', (text, key) =>
    expect(findColumns(read(text), columns)[0]?.column.key).toBe(key),
  );
});

describe('people', () => {
  it.each<[string, string[]]>([
    ['alert the warehouse team with high severity', ['warehouse']],
    ['email a@b.example and Anna Lindqvist', ['a@b.example', 'Anna Lindqvist']],
    ['send the finance controllers an email', ['finance controllers']],
    ['get approval from Maria Keller', ['Maria Keller']],
    ['write an audit entry', []],
    ['create a critical alert for the warehouse managers', ['warehouse managers']],
    ['raise an alert for low stock', []],
  ])('%s', (text, wanted) =>
    expect(
      readPeople(read(text)).map((wish) => (wish.kind === 'self' ? 'self' : wish.text)),
    ).toEqual(wanted),
  );
});

describe('automations', () => {
  const ports = new Map([
    ['evaluate_condition', ['true', 'false']],
    ['seek_approval', ['approved', 'rejected', 'timed_out', 'failure']],
    ['create_alert', ['success', 'failure']],
    ['send_email', ['success', 'failure']],
  ]);
  const shape = (text: string) => {
    const { entity, triggerType, steps, conditions } = readAutomation(read(text), ports);
    return {
      entity,
      triggerType,
      conditions: conditions.length,
      steps: steps.map(({ type, follows }) =>
        follows === undefined
          ? type
          : `${type} < ${steps.indexOf(follows.step)}${follows.port === undefined ? '' : `:${follows.port}`}`,
      ),
    };
  };
  it.each<[string, unknown]>([
    [
      'when an order is created email a@b.example',
      { entity: 'sales.orders', triggerType: 'on_create', conditions: 0, steps: ['send_email'] },
    ],
    [
      'email a@b.example whenever a product is deleted',
      {
        entity: 'inventory.products',
        triggerType: 'on_delete',
        conditions: 0,
        steps: ['send_email'],
      },
    ],
    [
      'when an order is created: ask Anna for approval, if rejected email a@b.example',
      {
        entity: 'sales.orders',
        triggerType: 'on_create',
        conditions: 0,
        steps: ['seek_approval', 'send_email < 0:rejected'],
      },
    ],
    [
      'when stock is updated, if quantity is below 10 raise an alert, otherwise email a@b.example',
      {
        entity: 'inventory.inventory_items',
        triggerType: 'on_update',
        conditions: 0,
        steps: ['evaluate_condition', 'create_alert < 0:true', 'send_email < 0:false'],
      },
    ],
    [
      'when an order is created, alert the sales team and email a@b.example',
      {
        entity: 'sales.orders',
        triggerType: 'on_create',
        conditions: 0,
        steps: ['create_alert', 'send_email < 0'],
      },
    ],
    [
      'when an order is created, alert the sales team if it is over 500, otherwise email a@b.example',
      {
        entity: 'sales.orders',
        triggerType: 'on_create',
        conditions: 0,
        steps: ['evaluate_condition', 'create_alert < 0:true', 'send_email < 0:false'],
      },
    ],
    [
      'when an order is created, ask finance for approval, email a@b.example when it is approved and alert the sales team if it is rejected',
      {
        entity: 'sales.orders',
        triggerType: 'on_create',
        conditions: 0,
        steps: ['seek_approval', 'send_email < 0:approved', 'create_alert < 0:rejected'],
      },
    ],
  ])('%s', (text, wanted) => expect(shape(text)).toEqual(wanted));

  it.each([
    'when an order is created, alert the sales team if it is over 500 and email a@b.example',
    'when an order is created, if it is over 500 alert the sales team, if it is urgent email a@b.example',
  ])('asks what a condition is for in “%s”', (text) => {
    expect(() => shape(text)).toThrow(/cannot tell what of it/);
  });
});
