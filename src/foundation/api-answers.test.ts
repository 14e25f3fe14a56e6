import { errorMessageIn, parseBody, parseRetryAfter, saysNoCredit } from './api-answers.js';

const now = new Date('2026-01-01T00:00:00Z');
it.each([
  ['7', 7_000],
  ['0', 0],
  ['Thu, 01 Jan 2026 00:00:30 GMT', 30_000],
  ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
  ['soon', undefined],
  ['', undefined],
  [null, undefined],
])('parseRetryAfter: %s → %s ms', (value, expected) => {
  expect(parseRetryAfter(value, now)).toBe(expected);
});

it.each<[string, string | undefined]>([
  ['{"error":{"message":"no"}}', 'no'],
  ['{"error":"no"}', 'no'],
  ['{"error":"bad token: Bearer abc.def-123"}', 'bad token: Bearer [redacted]'],
  ['{"message":"see https://u:hunter22@host/x"}', 'see https://u:[redacted]@host/x'],
  ['{"message":"no"}', 'no'],
  ['{"detail":"no"}', 'no'],
  ['{"errors":[{"message":"no"}],"data":null}', 'no'],
  ['{"errors":[]}', undefined],
  ['{"detail":[{"msg":"no"}]}', undefined],
  ['{"error":{"message":7}}', undefined],
  ['{"error":null}', undefined],
  ['[]', undefined],
  ['<html>', undefined],
  ['', undefined],
])('errorMessageIn: %s → %s', (text, said) => expect(errorMessageIn(parseBody(text))).toBe(said));

it.each([
  ['You exceeded your current quota, please check your plan and billing details.', true],
  ['Your credit balance is too low', true],
  ['{"code":"insufficient_quota"}', true],
  ['Rate limit reached for requests per minute', false],
])('%s: no credit %s', (text, expected) => expect(saysNoCredit(text)).toBe(expected));
