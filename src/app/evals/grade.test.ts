import fc from 'fast-check';
import { holds } from '../../../test/support/property.js';
import { endFaults, grade, type Graded, differences, pairUp } from './grade.js';
import type { Expectation } from './suite.model.js';

const waiting = (id: string, kind: string, payload: object) => {
  return { id, kind, payload, state: 'waiting' };
};
const turn: Graded = {
  agent: 'shop',
  offered: ['list', 'create', 'remove'],
  calls: [
    { name: 'list', input: {}, isError: false, result: [] },
    { name: 'remove', input: {}, isError: true, code: 'invalid_arguments', result: {} },
  ],
  changes: [
    waiting('1', 'http_request', { method: 'POST', body: { a: 1 } }),
    waiting('2', 'mcp_call', { tool: 'x' }),
  ],
  citations: [{ title: 'Handbook, chapter 2', documentId: 'doc-1' }],
  answer: 'There are two Flags.',
};

const TOOL = { payload: { tool: 'x' } };
const POST = { payload: { method: 'POST' } };
const bodyOf = (a: number) => ({ payload: { body: { a } } });
const NONE = 'Change 3 is not as expected: none was proposed.';
const OTHERWISE = 'Change 2 is not as expected:';
test.each<[string, Expectation, string[]]>([
  ['nothing is looked at', {}, []],
  ['another agent', { agent: 'law' }, ['shop answered, not law.']],
  ['a tool that ran', { tools: { use: ['list'] } }, []],
  ['a call that failed is none that ran', { tools: { use: ['remove'] } }, ['remove did not run.']],
  ['a call that failed was called', { tools: { avoid: ['remove'] } }, ['remove was called.']],
  ['what was offered', { offered: ['create', 'pay'] }, ['pay was not offered.']],
  ['what is cited', { cites: ['handbook', 'doc-1', 'x'] }, ['No citation of “x”.']],
  ['words in any letters', { answer: { contains: ['two flags'] } }, []],
  ['one of two', { answer: { contains: [['three', '3']] } }, ['The answer has no “three” or “3”.']],
  ['words that must not be', { answer: { lacks: ['two'] } }, ['The answer has “two”.']],
  ['all changes, in any order', { changes: [TOOL, { kind: 'http_request', ...bodyOf(1) }] }, []],
  ['no change', { changes: [] }, ['2 more changes were proposed.']],
  ['one too many', { changes: [TOOL] }, ['1 more changes were proposed.']],
  ['another payload', { changes: [TOOL, bodyOf(2)] }, [`${OTHERWISE} body.a is 1, not 2.`]],
  [
    'kind',
    { changes: [TOOL, { ...POST, kind: 'mcp_call' }] },
    [`${OTHERWISE} it is http_request.`],
  ],
  ['one too few', { changes: Array(3).fill({ payload: {} }) }, [NONE]],
])('%s', (_name, expected, faults) => expect(grade(expected, turn)).toEqual(faults));

test.each<[string | undefined, string | undefined, number]>([
  [undefined, undefined, 0],
  ['turn_limit', 'turn_limit', 0],
  ['turn_limit', undefined, 1],
  [undefined, 'model_error', 1],
])('a run that has to end with %s and ends with %s has %i faults', (wanted, found, count) => {
  const faults = endFaults(wanted ? { error: wanted } : {}, found ? { error: found } : {});
  expect(faults).toHaveLength(count);
});

test.each<[string, unknown, unknown, string[]]>([
  ['more fields are fine', { a: 1 }, { a: 1, b: 2 }, []],
  ['another value', { a: { b: 1 } }, { a: { b: 2 } }, ['a.b is 2, not 1']],
  ['no such field', { a: null }, {}, ['a is missing, not null']],
  ['a number is no text', '1', 1, ['it is 1, not "1"']],
  ['items in another order', [1, { a: 2 }], [{ a: 2, b: 3 }, 1], []],
  ['an item that is wanted twice', [1, 1], [1, 2], [': no item has 1']],
  ['an object for a list', { list: [1] }, { list: { 0: 1 } }, ['list is {"0":1}, not [1]']],
  ['a list for an object', { a: 1 }, [1], ['it is [1], not {"a":1}']],
  ['null for an object', { a: { b: 1 } }, { a: null }, ['a is null, not {"b":1}']],
])('%s', (_name, expected, actual, lines) => expect(differences(expected, actual)).toEqual(lines));

test('every value holds itself, whatever is added and however lists are turned', async () => {
  const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
  const { tree } = fc.letrec((tie) => ({
    lists: fc.array(tie('tree'), { maxLength: 4 }),
    objects: fc.dictionary(fc.string(), tie('tree'), { maxKeys: 4 }),
    tree: fc.oneof({ maxDepth: 3 }, leaf, tie('lists'), tie('objects')),
  }));
  await holds([tree], { seed: 7, numRuns: 300 }, (value) => {
    expect(differences(value, grown(value))).toEqual([]);
  });
});

test('as many are paired as can be', async () => {
  const numbers = fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 5 });
  await holds([numbers, numbers], { seed: 7, numRuns: 300 }, (wanted, found) => {
    const paired = pairUp(wanted, found, (one, other) => one === other);
    const used = paired.filter((at) => at !== undefined);
    expect(new Set(used).size).toBe(used.length);
    const count = (list: number[], value: number) => list.filter((one) => one === value).length;
    const most = [0, 1, 2, 3].map((one) => Math.min(count(wanted, one), count(found, one)));
    expect(used).toHaveLength(most.reduce((total, one) => total + one, 0));
  });
});

function grown(value: unknown): unknown {
  if (Array.isArray(value)) return [...value.map(grown).reverse(), 'one more'];
  if (typeof value !== 'object' || value === null) return value;
  const same = Object.entries(value).map(([key, one]) => [key, grown(one)] as const);
  return Object.fromEntries([...same, ['\0 more', true]]);
}
