import { agentNamed } from './place.js';

test.each([
  ['tables', ['workflow', 'tables'], 'tables'],
  ['nonsense', ['knowledge', 'tables'], 'auto'],
  [null, ['knowledge', 'tables'], 'auto'],
  [null, ['knowledge'], 'knowledge'],
  ['tables', undefined, 'tables'],
  [null, undefined, 'auto'],
])('an address with %s, on a server with %j, is a chat with %s', (name, agents, expected) => {
  expect(agentNamed(name, agents)).toBe(expected);
});
