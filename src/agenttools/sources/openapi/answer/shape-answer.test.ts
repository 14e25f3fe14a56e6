import fc from 'fast-check';
import { thrownBy } from '../../../../../test/support/refused.js';
import { isObject } from '../../../../foundation/json.js';
import { cpuGrowth } from '../../../../../test/support/cpu-growth.js';
import type { BackendAnswer } from '../../clients.js';
import { fitJson } from './fit-json.js';
import { shapeAnswer, type AnsweringOperation } from './shape-answer.js';
import { answerError, answerRefusal } from './answer-error.js';

const query = { place: 'query', style: 'form', explode: true } as const;
const parameter = (name: string) =>
  ({ ...query, name, argument: name, required: false, allowReserved: false }) as const;
const operation: AnsweringOperation = {
  method: 'GET',
  pathTemplate: '/pets',
  parameters: [parameter('per_page'), parameter('page')],
  answer: { fields: ['id', 'name'] },
};

type More = Partial<BackendAnswer>;
function answer(text: string, type = 'application/json', more: More = {}): BackendAnswer {
  const { status = 200, headers } = more;
  return { status, headers: { 'content-type': type, ...headers }, text };
}

const refusal = (given: BackendAnswer) =>
  thrownBy(() => shapeAnswer(operation, given, { budget: 1000 }));

const NOTHING = { status: 204, note: 'The backend answered without content.' };
test.each<[string, BackendAnswer, unknown]>([
  ['JSON', answer('{"a":[1]}'), { a: [1] }],
  ['JSON under another name', answer('[1]', 'text/plain'), [1]],
  ['a JSON text', answer('"x"'), 'x'],
  ['text', answer('all well', 'text/plain'), 'all well'],
  ['CSV', answer('a,b\n1,2\n', 'text/csv; charset=utf-8'), 'a,b\n1,2\n'],
  ['nothing', answer('', '', { status: 204 }), NOTHING],
])('an answer that fits: %s is given as it is', (_name, given, expected) => {
  expect(shapeAnswer(operation, given, { budget: 1000 })).toEqual(expected);
});

describe('an answer that is too long', () => {
  test('has fewer whole items, and says how to get the rest', () => {
    const pets = Array.from({ length: 300 }, (_, id) => ({ id, name: `Pet ${id}` }));
    const link = '<https://x.example/pets?page=2>; rel="next"';
    const given = answer(JSON.stringify(pets), undefined, { headers: { link } });
    expect(shapeAnswer(operation, given, { budget: 1000 })).toEqual({
      note: 'Shown are the first 39 of the 300 items in this answer. Ask for fewer at a time with "per_page", the next ones with "page" (next: page=2).',
      answer: pets.slice(0, 39),
    });
  });

  test('keeps the telling fields of wide items', () => {
    const story = 'x'.repeat(900);
    const pets = Array.from({ length: 12 }, (_, id) => ({ story, id, name: `Pet ${id}` }));
    const given = answer(JSON.stringify({ total: 12, pets }));
    expect(shapeAnswer(operation, given, { budget: 1000 })).toEqual({
      note: 'Left out for their length: story. Ask for fewer at a time with "per_page", the next ones with "page".',
      answer: { total: 12, pets: pets.map(({ id, name }) => ({ id, name })) },
    });
  });

  test('loses the widest fields of a single thing, each named with its length', () => {
    const pet = { id: 7, story: 'x'.repeat(2000) };
    expect(shapeAnswer(operation, answer(JSON.stringify(pet)), { budget: 1000 })).toMatchObject({
      note: expect.stringContaining('story (2002 characters)'),
      answer: { id: 7 },
    });
  });

  test('of text has fewer whole lines', () => {
    const lines = Array.from({ length: 200 }, (_, n) => `line ${n}`);
    const given = answer(lines.join('\n'), 'text/plain');
    expect(shapeAnswer(operation, given, { budget: 1000 })).toEqual({
      text: lines.slice(0, 123).join('\n'),
      note: expect.stringMatching(/^Shown are the first 123 of 200 lines\./),
    });
  });

  test('property: fits its budget, and everything in it stands in the answer as it is', () =>
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 4 }),
        fc.array(fc.record({ id: fc.nat(), name: fc.string(), more: fc.jsonValue() })),
        fc.integer({ min: 200, max: 2000 }),
        (any, list, budget) => {
          for (const value of [any, list, { total: list.length, list, any }]) {
            const { value: fitted, notes } = fitJson(value, operation.answer, budget);
            if (notes.length === 0) expect(fitted).toEqual(value);
            expect(JSON.stringify(fitted).length).toBeLessThanOrEqual(budget);
            expect(isPartOf(fitted, value)).toBe(true);
          }
        },
      ),
    ));
});

test('of JSON that holds too much the beginning is shown, with how to ask for less', () => {
  const pets = Array.from({ length: 60_000 }, (_, id) => ({ id, name: 'Rex' }));
  const shaped = shapeAnswer(operation, answer(JSON.stringify(pets))) as Record<string, unknown>;
  expect(shaped['note']).toMatch(
    /^The answer has more than 80000 values; only its beginning was read, and counts are of that\. .*Ask for fewer at a time with "per_page"/,
  );
  expect((shaped['answer'] as unknown[]).slice(0, 5)).toEqual(pets.slice(0, 5));
  expect(refusal(answer(`${'['.repeat(600)}${']'.repeat(600)}`)).message).toBe(
    'GET /pets answered with JSON that is nested deeper than 500 levels, so it was not read. Ask for fewer at a time with "per_page", the next ones with "page".',
  );
});

test('the work of fitting grows with what may be shown, not with what came', async () => {
  const wide = (items: number) =>
    Array.from({ length: items }, (_, at) =>
      Object.fromEntries(Array.from({ length: 60 }, (_one, key) => [`k${at}_${key}`, 'value'])),
    );
  const lists = new Map([50, 400].map((size) => [size, wide(size)]));
  const growth = await cpuGrowth((size) => {
    for (let time = 0; time < 20; time += 1) fitJson(lists.get(size), operation.answer, 1000);
  }, 50);
  expect(growth).toBeLessThan(16);
});

test('fields are named as far as a name is short, and all are counted', () => {
  const long = Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => [`k${at}${'x'.repeat(5_000)}`, 'y']),
  );
  const { notes } = fitJson(long, operation.answer, 1000);
  expect(notes.join()).toMatch(/and 10 more\.$/);
  expect(notes.join().length).toBeLessThan(5_000);
});

/** True when `part` is `whole` with fields of objects, or the last items of lists, left out. */
function isPartOf(part: unknown, whole: unknown): boolean {
  if (part === null) return true;
  if (Array.isArray(part))
    return Array.isArray(whole) && part.every((item, at) => isPartOf(item, whole[at]));
  if (isObject(part))
    return isObject(whole) && Object.entries(part).every(([key, one]) => isPartOf(one, whole[key]));
  return part === whole;
}

describe('an answer that is none', () => {
  const BAD = 'platform_error';
  test.each<[number, string, string, RegExp]>([
    [400, BAD, '{"message":"no"}', /^GET \/pets answered 400: no\. Correct the arguments/],
    [401, BAD, '', /answered 401\. The credentials/],
    [403, BAD, '{"error":"no"}', /403: no\. These credentials may not/],
    [404, 'not_found', '{"detail":"Not found."}', /404: Not found\. Check the ids/],
    [409, 'conflict', '{"error":{"message":"exists"}}', /409: exists\. Read the current state/],
    [422, BAD, '{"title":"Bad","status":422}', /422: Bad\./],
    [429, BAD, '{}', /do not call it again in this turn \(it asks to wait 7 s\)/],
    [500, 'platform_unavailable', '<html><p>Oops</p></html>', /500: .*Oops.*\. The backend f/],
  ])('%d teaches', (status, code, text, message) => {
    const type = text.startsWith('<') ? 'text/html' : 'application/json';
    const error = refusal({ status, headers: { 'content-type': type, 'retry-after': '7' }, text });
    expect(error.code).toBe(code);
    expect(error.message).toMatch(message);
  });

  test('a 401 names what is missing, which a page asks its user for', () => {
    const { details } = refusal(answer('{}', undefined, { status: 401 }));
    expect(details).toEqual([{ path: 'authorization', message: 'is missing or not valid there' }]);
  });

  const name = { path: 'name', message: 'is too long; is taken' };
  test.each<[string, unknown, unknown[]]>([
    ['a list', [{ field: 'name', message: name.message }, 'odd'], [name, { message: 'odd' }]],
    ['FastAPI', [{ loc: ['body', 0], msg: 'x' }], [{ path: 'body.0', message: 'x' }]],
    ['JSON:API', [{ source: { pointer: 'name' }, title: 'No', detail: name.message }], [name]],
    ['Rails, Laravel, ASP.NET', { name: ['is too long', 'is taken'] }, [name]],
  ])('names what is wrong field by field: %s', (_name, errors, details) => {
    const body = JSON.stringify({ message: 'Validation Failed', errors });
    expect(refusal(answer(body, undefined, { status: 422 })).details).toEqual(details);
  });

  test.each<[string, string, string, RegExp]>([
    ['a web page', '<!DOCTYPE html><title>In</title>', 'text/html', /web page \("In"\) instead of/],
    ['a file', '\u0000\u0001', 'image/png', /kind image\/png \(2\.0 MB\)/],
    ['bytes that call themselves text', 'a\ufffd\u0000', 'text/plain', /of the kind text\/plain/],
  ])('%s is refused with its kind', (_name, text, type, message) => {
    const headers = { 'content-length': '2097152' };
    expect(refusal(answer(text, type, { headers })).message).toMatch(message);
  });
});

// A 403 or 404 that is about a field or filter of the call can be corrected; one about the user or the thing cannot.

const forbidden = (field: string) => ({
  errors: [{ message: `You don't have permission to access field "${field}".` }],
});
const correct = /It names ".*": correct that or leave it out/;
const leave = /may not do this|Check the ids/;

test.each<[string, number, unknown, unknown[], RegExp]>([
  ['a field of the query', 403, forbidden('titel'), [{ fields: 'id,titel' }], /It names "titel"/],
  ['the key of a filter', 403, forbidden('hue'), [{ filter: { hue: { _eq: 1 } } }], correct],
  ['a filter, by its name', 404, { detail: 'No filter named due.' }, [{ due: 1 }], correct],
  ['a field of the body', 404, 'Unknown column due_on', [{ sort: [{ by: 'due_on' }] }], correct],
  ['a place it points to', 403, { errors: [{ field: 'owner', message: 'no' }] }, [], /"owner"/],
  ['nobody', 403, { message: 'Forbidden' }, [{ fields: 'id' }], leave],
  ['the thing in the path', 404, { message: 'Order 7 not found' }, [{ expand: 'all' }], leave],
  ['nothing that was sent', 403, forbidden('titel'), [], leave],
])('what an answer names: %s', (_name, status, body, sent, advice) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const headers = { 'content-type': 'application/json' };
  expect(answerError('GET /items', { status, headers, text }, sent).message).toMatch(advice);
});

test('what an answer names: other answers keep their advice, which is for a model only', () => {
  const answer = { status: 409, headers: {}, text: 'name exists' };
  expect(answerError('POST /a', answer, [{ name: 'x' }]).message).toMatch(/Read the current state/);
  expect(answerRefusal('POST /a', answer).message).toBe('POST /a answered 409: name exists.');
});
