import { expect, test } from '@jest/globals';
import type { Step } from '../run/run-items.js';
import { withFolds, type ShownItem } from './timeline-items.js';

const step = (id: string): Step => ({ kind: 'step', id, name: 'list', input: {}, state: 'done' });
const text: ShownItem = { kind: 'text', turn: 1, text: 'Said.' };

test('three neighbouring calls or more are one row; fewer, and what stands between, stay', () => {
  const steps = ['a', 'b', 'c', 'd', 'e'].map(step);
  const [a, b, ...rest] = steps as [Step, Step, ...Step[]];
  expect(withFolds([a, b, text, ...rest])).toEqual([a, b, text, { kind: 'folded', steps: rest }]);
});
