import { expect, test } from '@jest/globals';
import { Deadline } from './deadline.js';

/** A timer whose time is up when the test says so. */
function handTimer() {
  const running = new Set<() => void>();
  return {
    running,
    timer: (work: () => void) => {
      running.add(work);
      return () => void running.delete(work);
    },
  };
}

test('a limit that is paused cannot run out, and runs whole again after the last pause', () => {
  const { timer, running } = handTimer();
  const deadline = new Deadline(new AbortController().signal, timer);
  const late = new Error('late');
  deadline.start(5, () => late);
  const first = deadline.pause();
  const second = deadline.pause();
  expect(running.size).toBe(0);
  first();
  first();
  expect(running.size).toBe(0);
  second();
  expect(running.size).toBe(1);
  for (const up of running) up();
  expect(deadline.signal.reason).toBe(late);
});

test('it ends with its parent, until it is stopped', () => {
  const parent = new AbortController();
  const [open, stopped] = [1, 2].map(() => new Deadline(parent.signal, handTimer().timer));
  stopped?.stop();
  parent.abort('gone');
  expect([open, stopped, new Deadline(parent.signal, handTimer().timer)]).toMatchObject([
    { signal: { aborted: true, reason: 'gone' } },
    { signal: { aborted: false } },
    { signal: { aborted: true, reason: 'gone' } },
  ]);
});

test('a limit that was stopped stays stopped, whatever was paused', () => {
  const { timer, running } = handTimer();
  const deadline = new Deadline(new AbortController().signal, timer);
  deadline.start(5, () => new Error('late'));
  const resume = deadline.pause();
  deadline.stop();
  resume();
  expect(running.size).toBe(0);
});
