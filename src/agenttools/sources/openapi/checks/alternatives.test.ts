import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { holds } from '../../../../../test/support/property.js';
import { AppError, type ErrorDetail } from '../../../../foundation/errors.js';
import type { JsonObject } from '../../../../foundation/json.js';
import { ArgumentChecks } from '../argument-checks.js';

function faults(argumentSchema: JsonObject, input: JsonObject): readonly ErrorDetail[] {
  try {
    new ArgumentChecks([]).of({ name: 'tool', argumentSchema })(input);
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.details;
  }
}

const name = fc.constantFrom('a', 'b', 'c', 'd');
const branch = fc
  .record({
    tag: fc.constantFrom('x', 'y', 'z'),
    field: name,
    kind: fc.constantFrom('string', 'integer'),
  })
  .map(({ tag, field, kind }) => ({
    type: 'object',
    properties: { tag: { enum: [tag, `${tag}2`] }, [field]: { type: kind } },
    required: ['tag', field],
  }));
const schema = fc.oneof(
  fc.array(branch, { minLength: 1, maxLength: 4 }).map((anyOf) => ({ anyOf })),
  fc
    .tuple(branch, fc.array(branch, { minLength: 1 }))
    .map(([one, anyOf]) => ({ anyOf: [one, { anyOf }] })),
  fc.array(branch, { minLength: 1 }).map((anyOf) => ({ allOf: [{ type: 'object' }], anyOf })),
);
const value = fc.dictionary(
  fc.oneof(name, fc.constant('tag')),
  fc.constantFrom<unknown>('x', 'y2', 'q', 1, null),
);

test('property: what the errors say does not contradict itself, and following it ends in a valid value', () =>
  holds([schema, value], { numRuns: 80 }, (one, given) => {
    const argumentSchema = { type: 'object', properties: { body: one } };
    const body = { ...given };
    for (let turn = 0; turn < 12; turn += 1) {
      const found = faults(argumentSchema, { body });
      if (found.length === 0) return;
      const paths = found.map(({ path }) => path);
      expect(new Set(paths).size).toBe(paths.length);
      for (const detail of found) follow(detail, body);
    }
    throw new Error(`never valid: ${JSON.stringify({ one, body })}`);
  }));

/** What a reader of the sentence would do. */
function follow({ path = '', message, allowed }: ErrorDetail, body: JsonObject): void {
  const field = path.replace('body.', '');
  if (allowed?.[0] !== undefined) body[field] = allowed[0];
  else if (message.includes('integer')) body[field] = 1;
  else if (message.includes('string') || message.includes('is missing')) body[field] = 'x';
  // "body" needs "a" and "tag", or "b": the first of them.
  else
    for (const [, needed = ''] of (message.split(', or ')[0] ?? '').matchAll(/"([a-d]|tag)"/g))
      body[needed] = 'x';
}
