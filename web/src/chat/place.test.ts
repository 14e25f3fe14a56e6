import { beforeAll, expect, test } from '@jest/globals';
import { install } from '../registry/registry.js';
import { agentNamed } from './place.js';

beforeAll(() => install([{ name: 'rules', contexts: { workflow: { fields: [] } } }]));

test.each([
  ['tables', ['workflow', 'tables'], 'tables'],
  ['nonsense', ['knowledge', 'tables'], 'knowledge'],
  [null, ['knowledge', 'tables'], 'knowledge'],
  ['tables', undefined, 'tables'],
  [null, undefined, 'workflow'],
])('an address with %s, on a server with %j, is a chat with %s', (name, agents, expected) => {
  expect(agentNamed(name, agents)).toBe(expected);
});
