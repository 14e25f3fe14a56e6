import { describe, expect, test } from '@jest/globals';
import { AppError } from '../../foundation/errors.js';
import {
  expectedAt,
  isFinal,
  isWaiting,
  nextStage,
  phaseOf,
  stageEvents,
  stages,
  type Stage,
  type StageEvent,
} from './stages.js';

/** Every cell that leads somewhere; all others are refused. Columns: stage, event, next. */
const ways = `
  init              done     generate_queries
  init              skip     finalize
  generate_queries  done     retrieve
  retrieve          done     analyze
  analyze           done     ask
  ask               done     awaiting_reply
  awaiting_reply    reply    process_reply
  process_reply     done     finalize
  process_reply     again    generate_queries
  finalize          done     plan
  plan              done     awaiting_approval
  awaiting_approval edit     awaiting_approval
  awaiting_approval approve  extract
  extract           done     collect
  collect           done     outside
  collect           skip     validate
  collect           again    extract
  outside           done     validate
  outside           again    outside
  validate          done     synthesize
  synthesize        done     assess
  assess            done     attribute
  assess            again    remediate
  remediate         done     assess
  attribute         done     complete
`
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/));

const working = stages.filter((stage) => !isFinal(stage) && !isWaiting(stage));

function expectedCell(stage: Stage, event: StageEvent): string | null {
  if (event === 'cancel') return isFinal(stage) ? null : 'cancelled';
  if (event === 'fail') return working.includes(stage) ? 'failed' : null;
  return ways.find(([from, by]) => from === stage && by === event)?.[2] ?? null;
}

describe.each(stages)('%s', (stage) => {
  test.each(stageEvents)('%s', (event) => {
    const expected = expectedCell(stage, event);
    if (expected !== null) {
      expect(nextStage(stage, event)).toBe(expected);
      return;
    }
    const refused = refusal(() => nextStage(stage, event));
    expect(refused.code).toBe('conflict');
    expect(refused.message).toContain(`Expected now: ${expectedAt(stage)}`);
    expect(refused.details).toContainEqual({ path: 'expected', message: expectedAt(stage) });
    expect(refused.details).toContainEqual({ path: 'phase', message: phaseOf(stage) });
  });
});

function refusal(work: () => unknown): AppError {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return error;
  }
  throw new Error('it was not refused');
}

test('the waiting stages name the route that continues, final ones say that nothing does', () => {
  expect(expectedAt('awaiting_reply')).toContain('/reply');
  expect(expectedAt('awaiting_approval')).toContain('/plan');
  for (const stage of stages.filter(isFinal)) expect(expectedAt(stage)).toContain('has ended');
});

test('every stage can be reached from the first, and from every stage the end can', () => {
  const reach = (from: Stage): Set<Stage> => {
    const seen = new Set<Stage>([from]);
    for (const stage of seen) {
      for (const event of stageEvents) {
        const next = expectedCell(stage, event);
        if (next !== null) seen.add(next as Stage);
      }
    }
    return seen;
  };
  expect([...reach('init')].sort()).toEqual([...stages].sort());
  const ends = (stage: Stage): boolean => [...reach(stage)].some(isFinal);
  expect(stages.filter((stage) => !ends(stage))).toEqual([]);
});
