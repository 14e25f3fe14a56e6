import type { JsonObject } from '../../../../src/foundation/json.js';
import { fieldsOf, withValue, type FormField } from './form-fields.js';

const brief = ({ label, type, value, fields }: FormField): unknown =>
  fields === undefined ? [label, type, value] : [label, fields.map(brief)];

test('a schema gives its fields, also those that the value lacks', () => {
  const schema: JsonObject = {
    required: ['name'],
    properties: {
      id: { type: 'integer', readOnly: true },
      name: { type: 'string', description: 'As people call it' },
      is_active: { type: 'boolean' },
      priority: { type: 'string', enum: ['low', 'high'] },
      limits: { type: 'object', properties: { flags: { type: 'integer' } } },
      tags: { type: 'array', items: { type: 'string' } },
    },
  };
  const fields = fieldsOf({ name: 'Shop', more: 1 }, schema);
  expect(fields.map(brief)).toEqual([
    ['Name', 'text', 'Shop'],
    ['Is active', 'flag', undefined],
    ['Priority', 'choice', undefined],
    ['Limits', [['Flags', 'number', undefined]]],
    ['Tags', 'lines', undefined],
    ['More', 'number', 1],
  ]);
  expect(fields[0]).toMatchObject({ required: true, help: 'As people call it' });
});

test('one or many: the fields of one are drawn, and of many where many are there', () => {
  const one = { type: 'object', properties: { name: { type: 'string' } } };
  const schema = { properties: { body: { anyOf: [{ type: 'array', items: one }, one] } } };
  expect(fieldsOf({}, schema).map(brief)).toEqual([['Body', [['Name', 'text', undefined]]]]);
  const many = [{ name: 'a' }, { name: 'b' }];
  const drawn = many.map(({ name }) => [name, [['Name', 'text', name]]]);
  expect(fieldsOf({ body: many }, schema).map(brief)).toEqual([['Body', drawn]]);
});

test('without a schema the value tells, and lists of objects have a group for each', () => {
  const value = { actions: [{ name: 'Alert', config: { to: ['a@b.c'] } }, { kind: 'mail' }] };
  const config = ['Config', [['To', 'lines', ['a@b.c']]]];
  const alert = ['Alert', [['Name', 'text', 'Alert'], config]];
  const second = ['2', [['Kind', 'text', 'mail']]];
  expect(fieldsOf(value).map(brief)).toEqual([['Actions', [alert, second]]]);
});

test('a list that the schema knows takes items and gives them back, within its limits', () => {
  const items = { default: { field: '' }, properties: { field: { type: 'string' } } };
  const fixedOne = { items, maxItems: 1, minItems: 1 };
  const schema: JsonObject = { properties: { some: { items }, fixed: fixedOne } };
  const value = { some: [{ field: 'a' }, { field: 'b' }], fixed: [{ field: 'c' }] };
  const [some, fixed] = fieldsOf(value, schema);
  const removable = [{ removable: true }, { removable: true }];
  expect(some).toMatchObject({ added: { field: '' }, fields: removable });
  expect(fixed?.added).toBeUndefined();
  expect(fixed?.fields).toMatchObject([{ path: ['fixed', '0', 'field'], value: 'c' }]);
  expect(withValue(value, ['some', '0'], undefined)).toMatchObject({ some: [{ field: 'b' }] });
  const more = [...value.some, { field: '' }];
  expect(withValue(value, ['some', '2'], some?.added)).toMatchObject({ some: more });
  const found = fieldsOf({}, schema)[0];
  expect(found).toMatchObject({ type: 'group', fields: [], added: { field: '' } });
});

test('choices have names, also several of them; a field may be a text or a number', () => {
  const people = { oneOf: [{ const: 'u1', title: 'Anna Berg' }] };
  const properties = { to: { items: people }, by: people, value: { type: ['string', 'number'] } };
  const choices = [{ value: 'u1', label: 'Anna Berg' }];
  const [to, by, value] = fieldsOf({ to: ['u1', 'a@b.c'], by: 'u1', value: 9 }, { properties });
  expect(to).toMatchObject({ type: 'several', choices });
  expect(by).toMatchObject({ type: 'choice', choices });
  expect(value).toMatchObject({ type: 'scalar' });
});

test('a reference to an earlier change stays a text where a number is wanted', () => {
  const schema = { properties: { project_id: { type: 'integer' } } };
  expect(fieldsOf({ project_id: '{{change_1.id}}' }, schema)[0]).toMatchObject({ type: 'text' });
});

test('of alternatives the one that fits is drawn; another can be chosen by what tells them apart', () => {
  const text = { type: 'string' };
  const card = { properties: { kind: { const: 'card' }, last4: text }, required: ['last4'] };
  const bill = { properties: { kind: { enum: ['bill'] }, due: { ...text, format: 'date' } } };
  const pay = { oneOf: [card, { type: 'null' }, bill] };
  const drawn = (value: JsonObject) => fieldsOf(value, { properties: { pay } })[0]?.fields;
  const due = '2026-12-31';
  const kind = { label: 'Kind', type: 'choice', choices: [{ value: 'card' }, { value: 'bill' }] };
  expect(drawn({ pay: { kind: 'bill', due } })).toMatchObject([kind, { type: 'date' }]);
  expect(drawn({})?.map(({ label }) => label)).toEqual(['Kind', 'Last4']);
  const left = { label: 'Due', type: 'date', removable: true };
  const other = [kind, { label: 'Last4', required: true }, left];
  expect(drawn({ pay: { kind: 'card', due } })).toMatchObject(other);

  const anyOf = ['street', 'place'].map((name) => ({ properties: { [name]: text } }));
  const one = { anyOf: [text, { type: 'array', items: text }] };
  const schema = { properties: { all: { items: { anyOf } }, many: one } };
  const value = { all: [{ place: 'a' }, { street: 'b' }], many: ['a'] };
  const all = ['Place', 'Street'].map((name, at) => [`${at + 1}`, [[name, 'text', 'ab'[at]]]]);
  const fields = [
    ['All', all],
    ['Many', 'lines', ['a']],
  ];
  expect(fieldsOf(value, schema).map(brief)).toEqual(fields);
});
