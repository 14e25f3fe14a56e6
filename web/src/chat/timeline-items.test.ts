import type { Step } from '../run/run-items.js';
import { withFolds, withOneThinking, type ShownItem } from './timeline-items.js';

const step = (id: string): Step => ({ kind: 'step', id, name: 'list', input: {}, state: 'done' });
const text: ShownItem = { kind: 'text', turn: 1, text: 'Said.' };

test('three neighbouring calls or more are one row; fewer, and what stands between, stay', () => {
  const [a, b, ...rest] = ['a', 'b', 'c', 'd', 'e'].map(step) as [Step, Step, ...Step[]];
  expect(withFolds([a, b, text, ...rest])).toEqual([a, b, text, { kind: 'folded', steps: rest }]);
});

test('of a run that has ended all thinking stands at the place of the first', () => {
  const thought = (said: string) => ({ kind: 'thinking', text: said }) as const;
  const shown = withOneThinking([text, thought('a'), text, thought('b')]);
  expect(shown).toEqual([text, thought('a\n\nb'), text]);
});
