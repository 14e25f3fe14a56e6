import { expect, it } from '@jest/globals';
import { defined } from '../../../foundation/defined.js';
import { without } from './draft-actions.js';

const action = (name: string, after?: string) => ({
  name,
  actionType: 'create_alert',
  config: {},
  ...defined({ after }),
});

it.each([
  ['a leaf', [action('A'), action('B', 'A')], 'B', { rest: [action('A')], relinked: [] }],
  [
    'a middle one: its children follow its parent by its port',
    [action('A'), action('B', 'A:failure'), action('C', 'B:success'), action('D', 'B:failure')],
    'B',
    {
      rest: [action('A'), action('C', 'A:failure'), action('D', 'A:failure')],
      relinked: ['"C" now follows "A:failure"', '"D" now follows "A:failure"'],
    },
  ],
  [
    'the start: its first child starts, the others follow that',
    [action('A'), action('B', 'A'), action('C', 'A:failure'), action('D', 'C')],
    'A',
    {
      rest: [action('B'), action('C', 'B'), action('D', 'C')],
      relinked: ['"B" now follows the start', '"C" now follows "B"'],
    },
  ],
])('without takes out %s', (_, actions, name, expected) => {
  const gone = actions.find((item) => item.name === name);
  if (!gone) throw new Error(`no ${name}`);
  const { actions: rest, relinked } = without(gone, actions);
  expect({ rest, relinked }).toEqual(expected);
});
