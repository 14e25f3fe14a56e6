import { expect, test } from '@jest/globals';
import { endFaults, grade, type Graded } from './grade.js';
import type { Expectation } from './suite.model.js';

const turn: Graded = {
  agent: 'shop',
  offered: ['list', 'create', 'remove'],
  calls: [
    { name: 'list', input: {}, isError: false, result: [] },
    { name: 'remove', input: {}, isError: true, code: 'invalid_arguments', result: {} },
  ],
  changes: [
    {
      id: '1',
      kind: 'http_request',
      payload: { method: 'POST', body: { a: 1 } },
      state: 'waiting',
    },
    { id: '2', kind: 'mcp_call', payload: { tool: 'x' }, state: 'waiting' },
  ],
  citations: [{ title: 'Handbook, chapter 2', documentId: 'doc-1' }],
  answer: 'There are two Flags.',
};

test.each<[string, Expectation, string[]]>([
  ['nothing is looked at', {}, []],
  ['another agent', { agent: 'law' }, ['shop answered, not law.']],
  ['a tool that ran', { tools: { use: ['list'] } }, []],
  ['a call that failed is none that ran', { tools: { use: ['remove'] } }, ['remove did not run.']],
  ['a call that failed was called', { tools: { avoid: ['remove'] } }, ['remove was called.']],
  ['what was offered', { offered: ['create', 'pay'] }, ['pay was not offered.']],
  ['what is cited', { cites: ['handbook', 'doc-1', 'x'] }, ['No citation of “x”.']],
  ['words in any letters', { answer: { contains: ['two flags'] } }, []],
  [
    'one of several',
    { answer: { contains: [['three', '3']] } },
    ['The answer has no “three” or “3”.'],
  ],
  ['words that must not be', { answer: { lacks: ['two'] } }, ['The answer has “two”.']],
  [
    'all changes, in any order',
    {
      changes: [{ payload: { tool: 'x' } }, { kind: 'http_request', payload: { body: { a: 1 } } }],
    },
    [],
  ],
  ['no change', { changes: [] }, ['2 more changes were proposed.']],
  ['one too many', { changes: [{ payload: { tool: 'x' } }] }, ['1 more changes were proposed.']],
  [
    'another payload',
    { changes: [{ payload: { tool: 'x' } }, { payload: { body: { a: 2 } } }] },
    ['Change 2 is not as expected: body.a is 1, not 2.'],
  ],
  [
    'another kind',
    { changes: [{ payload: { tool: 'x' } }, { kind: 'mcp_call', payload: { method: 'POST' } }] },
    ['Change 2 is not as expected: it is http_request.'],
  ],
  [
    'one too few',
    { changes: [{ payload: {} }, { payload: {} }, { payload: {} }] },
    ['Change 3 is not as expected: none was proposed.'],
  ],
])('%s', (_name, expected, faults) => {
  expect(grade(expected, turn)).toEqual(faults);
});

test.each<[string | undefined, string | undefined, number]>([
  [undefined, undefined, 0],
  ['turn_limit', 'turn_limit', 0],
  ['turn_limit', undefined, 1],
  [undefined, 'model_error', 1],
])('a run that has to end with %s and ends with %s has %i faults', (wanted, found, count) => {
  const faults = endFaults(wanted ? { error: wanted } : {}, found ? { error: found } : {});
  expect(faults).toHaveLength(count);
});
