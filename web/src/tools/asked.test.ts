import { beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { LucideIcon } from 'lucide-react';
import { install } from '../registry/registry.js';
import { askedQuery, readAsked, requestOf } from './asked.js';

const Icon = (() => null) as unknown as LucideIcon;
const subject = { path: '/', key: 'workflow_id', noun: 'Rule', Icon, label: 'Rule', none: 'None' };
beforeAll(() =>
  install([{ name: 'rules', contexts: { workflow: { fields: ['workflow_id'], subject } } }]),
);

const asked = fc.record({
  sentence: fc.string({ unit: 'grapheme' }),
  contextType: fc.constantFrom('workflow', 'tables'),
  earlier: fc.string({ unit: 'grapheme' }),
  open: fc.boolean(),
});

test('an address asks what it was made for', () => {
  fc.assert(
    fc.property(asked, (given) => {
      const query = new URLSearchParams(new URLSearchParams(askedQuery(given)).toString());
      expect(readAsked(query, ['tables', 'workflow'])).toEqual(given);
    }),
  );
});

test.each([
  ['', 'workflow'],
  ['context=tables', 'tables'],
  ['context=garden', 'workflow'],
])('“%s” is asked in %s', (query, context) => {
  const { contextType } = readAsked(new URLSearchParams(query), ['workflow', 'tables']);
  expect(contextType).toBe(context);
});

test('each line said before is a message, and what is open has an id', () => {
  const given = {
    sentence: 'him too',
    contextType: 'workflow',
    earlier: 'one\n\n two ',
    open: true,
  };
  expect(requestOf(given)).toEqual({
    message: 'him too',
    context_type: 'workflow',
    history: [
      { role: 'user', content: 'one' },
      { role: 'user', content: ' two ' },
    ],
    request_context: { workflow_id: expect.any(String) },
  });
  expect(requestOf({ ...given, earlier: '\n', open: false })).toEqual({
    message: 'him too',
    context_type: 'workflow',
  });
});
