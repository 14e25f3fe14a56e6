import type { ChangeSetStep } from '../../api/client.js';
import { chosenSteps, progressOf } from './change-set.js';

const STEP = { state: 'waiting', kind: 'http_request', description: '', edited: false } as const;
const step = (position: number, more: Partial<ChangeSetStep> = {}): ChangeSetStep => {
  const [preview_id, ref] = [`p${position}`, `change_${position}`];
  return { ...STEP, preview_id, position, ref, ...more };
};
const needing = (position: number, ref: string) => step(position, { needs: [ref] });
const steps = [step(1), needing(2, 'change_1'), needing(3, 'change_2'), step(4)];

test.each<[string, string[], string[]]>([
  ['all, when none is left out', [], ['p1', 'p2', 'p3', 'p4']],
  ['nothing that needs one that was left out, at second hand neither', ['p1'], ['p4']],
  ['what comes before the one that was left out', ['p3'], ['p1', 'p2', 'p4']],
])('what is accepted: %s', (_what, off, ids) => {
  expect(chosenSteps(steps, new Set(off)).map(({ preview_id: id }) => id)).toEqual(ids);
});

test('what is accepted: what needs an accepted one, but not that one again', () => {
  const [first, ...rest] = steps;
  const done = [{ ...(first as ChangeSetStep), state: 'accepted' as const }, ...rest];
  expect(chosenSteps(done, new Set()).map(({ position }) => position)).toEqual([2, 3, 4]);
});

test('progress leaves out what was rejected', () => {
  const states = ['accepted', 'rejected', 'failed', 'waiting'] as const;
  const progress = progressOf(states.map((state, at) => step(at + 1, { state })));
  expect(progress).toEqual({ saved: 1, all: 3 });
});
