import { runInNewContext } from 'node:vm';
import { AppError, errorCodes, messageOf, toErrorBody } from './errors.js';

test.each([
  ['an Error', new Error('password=hunter2')],
  ['a text', 'password=hunter2'],
  ['nothing', undefined],
  ['an object in the wire shape', { error: { code: 'conflict', message: 'password=hunter2' } }],
])('toErrorBody hides what is inside of %s', (_name, thrown) => {
  const body = toErrorBody(thrown);
  expect(body.error.code).toBe('internal');
  expect(JSON.stringify(body)).not.toContain('hunter2');
});

test('toErrorBody the stack and the cause stay inside', () => {
  const error = new AppError('conflict', 'taken', [], { cause: new Error('secret row') });
  expect(JSON.stringify(toErrorBody(error))).not.toMatch(/secret row|errors\.test/);
  expect(error.cause).toBeInstanceOf(Error);
});

test.each([
  [new Error('one'), 'one'],
  [new AppError('conflict', 'two'), 'two'],
  [new DOMException('stopped', 'AbortError'), 'stopped'],
  [runInNewContext('new TypeError("elsewhere")'), 'elsewhere'],
  ['three', 'three'],
  [undefined, 'undefined'],
  [{ a: 1 }, '[object Object]'],
])('messageOf(%p) is %p', (thrown, message) => expect(messageOf(thrown)).toBe(message));

test('every code is a wire name and stands once', () => {
  expect(new Set(errorCodes).size).toBe(errorCodes.length);
  expect(errorCodes.filter((code) => !/^[a-z]+(_[a-z]+)*$/.test(code))).toEqual([]);
});
