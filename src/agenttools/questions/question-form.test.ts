import fc from 'fast-check';
import { holds } from '../../../test/support/property.js';
import { isObject } from '../../foundation/json.js';
import { asksForSecret, filledForm, formFields, type QuestionField } from './question-form.js';

const fieldsOf = (properties: object, required: string[] = []): QuestionField[] => {
  const fields = formFields({ type: 'object', properties, required });
  if (typeof fields === 'string') throw new Error(fields);
  return fields;
};

describe('a form', () => {
  const fields = fieldsOf(
    {
      name: { type: 'string', minLength: 2, maxLength: 5 },
      mail: { type: 'string', format: 'email', pattern: '(a+)+$' },
      age: { type: 'integer', minimum: 1, maximum: 9 },
      ok: { type: 'boolean', default: true },
      one: { type: 'string', oneOf: [{ const: 'a', title: 'The **A**' }, { const: 'b' }] },
      many: { type: 'array', items: { type: 'string', enum: ['x', 'y'] }, maxItems: 1 },
    },
    ['name'],
  );

  test('is what the schema asks for, without its patterns', () => {
    expect(fields.map(({ name, type }) => [name, type])).toEqual([
      ['name', 'text'],
      ['mail', 'text'],
      ['age', 'integer'],
      ['ok', 'yes_no'],
      ['one', 'choice'],
      ['many', 'choices'],
    ]);
    const b = { value: 'b', title: 'b' };
    expect(fields[4]?.options).toEqual([{ value: 'a', title: 'The A' }, b]);
    expect(JSON.stringify(fields)).not.toContain('(a+)+');
  });

  test('takes values that fit, and leaves empty ones out', () => {
    const values = { name: 'Ada', mail: 'a@b.c', age: 3, ok: false, one: 'a', many: ['x'] };
    expect(filledForm(fields, values)).toEqual(values);
    expect(filledForm(fields, { name: 'Ada', mail: '', age: null })).toEqual({ name: 'Ada' });
  });

  test.each([
    [{}, '"name" is missing'],
    [{ name: 'Adalbert' }, 'more than 5 characters'],
    [{ name: 'Ada', mail: 'nobody' }, 'format "email"'],
    [{ name: 'Ada', age: 1.5 }, 'of type integer'],
    [{ name: 'Ada', age: 10 }, 'must be <= 9'],
    [{ name: 'Ada', ok: 'yes' }, 'of type boolean'],
    [{ name: 'Ada', one: 'c' }, 'must be one of a, b'],
    [{ name: 'Ada', many: ['x', 'y'] }, 'more than 1 items'],
    [{ name: 'Ada', other: 1 }, '"other" is not a field'],
  ])('refuses %j', (content, said) => expect(() => filledForm(fields, content)).toThrow(said));

  const many = Object.fromEntries([...Array(21).keys()].map((at) => [at, {}]));
  test.each([
    [{}, 'no properties'],
    [{ type: 'object', properties: {} }, 'no properties'],
    [{ properties: { a: { type: 'object' } } }, 'of a kind that no form has'],
    [{ properties: { a: { type: 'array', items: { type: 'string' } } } }, 'of a kind'],
    [{ properties: many }, 'more than 20 fields'],
  ])('is none: %j', (schema, said) => expect(formFields(schema)).toContain(said));

  test('property: whatever the schema and the values, only fields of the form come out', () =>
    holds([fc.jsonValue(), fc.jsonValue()], (schema, content) => {
      const read = formFields({ properties: schema });
      if (typeof read === 'string' || !isObject(content)) return;
      let filled = {};
      try {
        filled = filledForm(read, content);
      } catch {
        return;
      }
      const names = read.map(({ name }) => name);
      expect(Object.keys(filled).every((name) => names.includes(name))).toBe(true);
    }));
});

describe('a secret', () => {
  const asks = (message: string, title = 'Value') => {
    const field = { name: 'value', title, type: 'text' as const, required: true };
    return asksForSecret({ source: 's', mode: 'form', message, fields: [field] });
  };

  test.each(['Your password?', 'The API key, please', 'apiKey', 'Ihr Passwort', 'credit card no.'])(
    '%j asks for one',
    (message) => expect(asks(message)).toBe(true),
  );

  test.each(['PIN', 'Access-Token', 'otp', 'one-time code'])('a field %j asks for one', (title) =>
    expect(asks('Please', title)).toBe(true),
  );

  test.each([
    'Which colour as enhanced?',
    'Pin the note to the board?',
    'How many tokens may it use?',
    'The secretary of which department?',
  ])('%j asks for none', (message) => expect(asks(message)).toBe(false));
});
