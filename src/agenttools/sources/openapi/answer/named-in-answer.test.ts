import { expect, test } from '@jest/globals';
import { answerError } from './answer-error.js';

// A 403 or 404 that is about a field or filter of the call can be corrected; one about the user or the thing cannot.

const forbidden = (field: string) => ({
  errors: [
    { message: `You don't have permission to access field "${field}" or it does not exist.` },
  ],
});
const correct = /It names ".*": correct that or leave it out/;
const leave = /may not do this|Check the ids/;

test.each<[string, number, unknown, unknown[], RegExp]>([
  ['a field of the query', 403, forbidden('titel'), [{ fields: 'id,titel' }], /It names "titel"/],
  ['the key of a filter', 403, forbidden('colour'), [{ filter: { colour: { _eq: 1 } } }], correct],
  ['a filter, by its name', 404, { detail: 'No filter named due.' }, [{ due: 1 }], correct],
  ['a field of the body', 404, 'Unknown column due_on', [{ sort: [{ by: 'due_on' }] }], correct],
  ['a place it points to', 403, { errors: [{ field: 'owner', message: 'no' }] }, [], /"owner"/],
  ['nobody', 403, { message: 'Forbidden' }, [{ fields: 'id' }], leave],
  ['the thing in the path', 404, { message: 'Order 4711 not found' }, [{ expand: 'lines' }], leave],
  ['nothing that was sent', 403, forbidden('titel'), [], leave],
])('%s', (_name, status, body, sent, advice) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const headers = { 'content-type': 'application/json' };
  const { message } = answerError('GET /items', { status, headers, text }, sent);
  expect(message).toMatch(advice);
});

test('other answers keep their advice', () => {
  const answer = { status: 409, headers: {}, text: 'name exists' };
  expect(answerError('POST /a', answer, [{ name: 'x' }]).message).toMatch(/Read the current state/);
});
