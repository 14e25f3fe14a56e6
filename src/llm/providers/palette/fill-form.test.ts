import fc from 'fast-check';
import { cpuMs } from '../../../../test/support/cpu-growth.js';
import { holds } from '../../../../test/support/property.js';
import { FILE_ID } from '../../../foundation/user-files.js';
import { fillForm } from './fill-form.js';

const text = { type: 'string' };
const schema = {
  type: 'object',
  properties: {
    invoice_id: text,
    amount: { type: 'number' },
    limit: { type: 'integer' },
    due: { type: 'string', format: 'date' },
    contact: { type: 'object', properties: { email: text, name: text } },
    state: { type: 'string', enum: ['open', 'paid'] },
    urgent: { type: 'boolean' },
    tags: { type: 'array', items: { type: 'string' } },
  },
  required: ['invoice_id'],
};

function valuesFor(message: string, of: object = schema): Record<string, unknown> {
  const { values } = fillForm('t', of as typeof schema, message);
  return Object.fromEntries(values.map(({ path, value }) => [path, value]));
}

const LOGIN = '/body/owner/login';
const bodyOf = (properties: object) => ({
  type: 'object',
  properties: { body: { type: 'object', properties, required: Object.keys(properties) } },
  required: ['body'],
});

describe('fills in', () => {
  test.each([
    ['the only required id', 'show invoice 1042', { '/invoice_id': '1042' }],
    ['a value after its name', 'Rechnung 7, amount: 12.5', { '/invoice_id': '7', '/amount': 12.5 }],
    ['a value behind a name of two words', 'invoice id 7', { '/invoice_id': '7' }],
    ['a word of an enum behind its name', 'state=PAID', { '/state': 'paid' }],
    ['an ISO date behind its name', 'due 2026-03-01.', { '/due': '2026-03-01' }],
    ['a quoted text for the only required text', '«RE-7» zeigen', { '/invoice_id': 'RE-7' }],
  ])('%s', (_what, message, expected) => expect(valuesFor(message)).toEqual(expected));

  it('no text for the id of an uploaded file', () => {
    const file = { type: 'string', description: `The papers. ${FILE_ID}` };
    const upload = bodyOf({ boat: { type: 'string' }, file });
    expect(valuesFor('upload the papers of "Möwe"', upload)).toEqual({ '/body/boat': 'Möwe' });
  });

  const day = { type: 'string', format: 'date' };
  const object = (properties: object, ...required: string[]) => {
    return { type: 'object', properties, required };
  };
  const moment = object({ at: { type: 'string', format: 'date-time' } });
  const comment = object(
    {
      task_gid: { ...text, description: 'The task. For example "321654".' },
      body: object({ data: { allOf: [object({ text }), moment] } }),
    },
    'task_gid',
  );
  const parts = { name: text, parent: object({ id: text }, 'id') };
  const folder = { properties: { body: object(parts, 'name', 'parent') } };
  const key = { ...text, description: 'The hook. For example "PROJ-12".' };
  const to = { type: 'string', format: 'uri' };
  const hook = object({ key, to, day, login: text }, 'key', 'day');
  const currency = { type: 'string', enum: ['EUR', 'USD'] };
  const country = { type: 'string', enum: ['de', 'fr'] };
  test.each<[string, object, string, object]>([
    [
      'an id of more digits than a number holds, and the text beside it in parts of a schema',
      comment,
      'Ajoute « Fini » à la tâche 1204619611402340',
      { '/task_gid': '1204619611402340', '/body/data/text': 'Fini' },
    ],
    [
      'what is required in a body that is not said to be',
      folder,
      '„Rechnungen" in 4353455',
      { '/body/name': 'Rechnungen', '/body/parent/id': '4353455' },
    ],
    [
      'a code, an address and a day that everybody reads alike',
      hook,
      'PROJ-12 → https://a.example/x, 31.3.2026',
      { '/key': 'PROJ-12', '/to': 'https://a.example/x', '/day': '2026-03-31' },
    ],
    [
      'an amount with its currency, and no small word of a sentence',
      bodyOf({ amount: { type: 'number' }, currency, country }),
      'Paga €40 EUR de la factura',
      { '/body/amount': 40, '/body/currency': 'EUR' },
    ],
    [
      'a day behind the name of its field without "date"',
      bodyOf({ due_date: day, start_date: day }),
      'due 2026-05-01',
      { '/body/due_date': '2026-05-01' },
    ],
    ['any value behind the name of a text', hook, 'login a@b.example', { '/login': 'a@b.example' }],
    [
      'what may be null, or a number or a text',
      bodyOf({
        id: { anyOf: [{ type: 'integer' }, text] },
        email: { anyOf: [{ ...text, format: 'email' }, { type: 'null' }] },
        items: { anyOf: [{ type: 'array', items: text }, object({ count: { type: 'integer' } })] },
        owner: { oneOf: [{ type: 'null' }, object({ login: text }, 'login')] },
      }),
      'give 7 to "Ada", a@b.example, count 3',
      { '/body/id': 7, '/body/email': 'a@b.example', '/body/items/count': 3, [LOGIN]: 'Ada' },
    ],
    ['an id behind its name without "id"', comment, 'task 12, not 13', { '/task_gid': '12' }],
  ])('%s', (_what, of, message, expected) => expect(valuesFor(message, of)).toEqual(expected));

  test.each<[string, object, string]>([
    ['a text that may be a name or an id', { ...comment, required: ['task_gid', 'body'] }, '"Ada"'],
    ['a day that is another one to others', hook, 'on 3/4/2026'],
    [
      'a text of one of two objects',
      bodyOf({ to: { oneOf: [object({ login: text }, 'login'), object({ team: text }, 'team')] } }),
      '"Ada"',
    ],
    ['a day for a moment', comment, 'at 2026-03-01'],
    ['a day that there is not', hook, 'on 31.02.2026'],
  ])('but not %s', (_what, of, message) => expect(valuesFor(message, of)).toEqual({}));
});

test.each([
  ['an optional field that nothing names', 'all of the last 5', ['limit', 'amount']],
  ['a field that two values would fit', 'merge 7 and 8', ['invoice_id']],
  ['a number that is a thousand to some', 'amount 5.000', ['amount']],
  ['a word of an enum that nothing names', 'open the invoice', ['state']],
  ['a switch and a list', 'urgent true, tags x', ['urgent', 'tags']],
  ['a fraction for a whole number', 'limit 2.5', ['limit']],
  ['a date that there is not', 'due 2026-13-45', ['due']],
])('leaves empty %s', (_what, message, names) => {
  const filled = Object.keys(valuesFor(message));
  for (const name of names) expect(filled).not.toContain(`/${name}`);
});

test('leaves empty two fields that one value would fit', () => {
  const of = bodyOf({ from: { type: 'integer' }, to: { type: 'integer' } });
  expect(valuesFor('move 4', of)).toEqual({});
});

test('says all of the message that no field took, also what is negated or compared', () => {
  const { notUsed } = fillForm('t', schema, 'Not invoice 1042, but more than the others');
  expect(notUsed).toEqual(['Not invoice', ', but more than the others']);
});

test('a message of numbers over a schema of two hundred fields costs no more than a moment', async () => {
  const names = Array.from({ length: 200 }, (_, at) => `n${at}`);
  const of = bodyOf(Object.fromEntries(names.map((name) => [name, { type: 'integer' }])));
  expect(await cpuMs(() => expect(valuesFor('1 '.repeat(2000), of)).toEqual({}))).toBeLessThan(500);
});

test('fills in nothing that the message does not say, and loses no word of it', async () => {
  const said = ['amount', 'limit', '7', '12.5', '"a b"', 'open', 'state', '2026-03-01', '日本'];
  await holds([fc.array(fc.constantFrom(...said, 'x@y.example'), { maxLength: 12 })], (said) => {
    const message = said.join(' ');
    const { values, notUsed } = fillForm('t', schema, message);
    for (const { text } of values) expect(message).toContain(text);
    const used = values.map(({ text }) => text).join(' ');
    const letters = (text: string) => [...text.replaceAll(/[\s"]/g, '')].sort().join('');
    expect(letters(`${used}${notUsed.join('')}`)).toBe(letters(message));
  });
});
