import {
  expectedAt,
  isFinal,
  isWaiting,
  nextStage,
  phaseOf,
  stages,
  type Stage,
  type StageEvent,
} from './stages.js';
import { withDefaults, newState, readState } from './state-reader.js';

const events = ['done', 'skip', 'again', 'reply', 'edit', 'approve', 'fail', 'cancel'] as const;

/** Where an event leads; undefined where it is refused. */
function next(stage: Stage, event: StageEvent): Stage | undefined {
  try {
    return nextStage(stage, event);
  } catch {
    return undefined;
  }
}

test('what works and what the user does lead from the first stage to the report', () => {
  const way: Stage[] = ['init'];
  for (let at: Stage | undefined = 'init'; at !== undefined;) {
    const from: Stage = at;
    at = (['done', 'reply', 'approve'] as const).map((event) => next(from, event)).find(Boolean);
    if (at !== undefined) way.push(at);
  }
  expect(way).toEqual([
    ...['init', 'generate_queries', 'retrieve', 'analyze', 'ask', 'awaiting_reply'],
    ...['process_reply', 'finalize', 'plan', 'awaiting_approval', 'extract', 'collect', 'outside'],
    ...['validate', 'synthesize', 'assess', 'attribute', 'complete'],
  ]);
});

test('each way leads to a stage', () => {
  const led = stages.flatMap((stage) => events.map((event) => next(stage, event) ?? stage));
  expect(led.filter((stage) => !stages.includes(stage))).toEqual([]);
});

test('every stage can be cancelled before its end, those at work can fail, and nothing follows an end', () => {
  for (const stage of stages) {
    const ends = isFinal(stage);
    expect(next(stage, 'cancel')).toBe(ends ? undefined : 'cancelled');
    expect(next(stage, 'fail')).toBe(ends || isWaiting(stage) ? undefined : 'failed');
    if (ends) expect(events.map((event) => next(stage, event)).filter(Boolean)).toEqual([]);
  }
});

test('only a waiting stage takes what the user does, and no reply leads back into clarification', () => {
  const takes = (event: StageEvent) => stages.filter((stage) => next(stage, event) !== undefined);
  expect(takes('reply')).toEqual(['awaiting_reply']);
  expect(takes('edit')).toEqual(['awaiting_approval']);
  expect(takes('approve')).toEqual(['awaiting_approval']);
  expect(takes('skip')).toEqual(['init', 'collect']);
  expect(takes('again')).toEqual(['process_reply', 'collect', 'outside', 'assess']);
});

test.each([
  ['awaiting_reply', 'approve', '/reply'],
  ['awaiting_approval', 'reply', '/plan'],
  ['complete', 'cancel', 'has ended'],
  ['plan', 'approve', 'at work'],
] as const)('at %s %s is refused with what is expected', (stage, event, words) => {
  expect(expectedAt(stage)).toContain(words);
  const phase = { path: 'phase', message: phaseOf(stage) };
  const details = expect.arrayContaining([{ path: 'expected', message: expectedAt(stage) }, phase]);
  const message = expect.stringContaining(`Expected now: ${expectedAt(stage)}`);
  const refused = expect.objectContaining({ code: 'conflict', message, details });
  expect(() => nextStage(stage, event)).toThrow(refused);
});

describe('a stored state', () => {
  const state = newState({ query: 'q', kb: 'kb', options: withDefaults({}) });

  test('a stored state is read as it was written', () =>
    expect(readState(JSON.parse(JSON.stringify(state)))).toEqual(state));

  test('a state of version 1 is read as one whose plan was never edited', () => {
    const { planEdits: _edits, nextTaskId: _next, ...old } = state;
    expect(readState({ ...old, version: 1 })).toEqual(state);
    const tasks = [{ id: 3 }, { id: 1 }];
    expect(readState({ ...old, tasks, version: 1 })).toEqual({ ...state, tasks, nextTaskId: 4 });
  });

  test('what version 2 had doubts about counts as not checked', () => {
    const statement = { text: 'a', sources: [1], support: 'paraphrase' };
    const [doubt, dispute] = ['words', { by: 'model', reason: '' }];
    const statements = [statement, { ...statement, doubt }, { ...statement, dispute }];
    const report = { title: 't', sections: [{ heading: 'h', statements }] };
    const unchecked = { ...statement, support: 'not_checked' };
    const found = readState({ ...state, version: 2, report }).report?.sections[0]?.statements;
    expect(found).toEqual([statement, unchecked, unchecked]);
  });

  test.each([
    [{ ...state, version: 4 }, /version 4; this server reads 3/],
    [{ ...state, version: 0 }, /version 0/],
    [{ ...state, version: '1' }, /version 1/],
    [{}, /version undefined/],
    [null, /version undefined/],
    [[], /version undefined/],
  ])('refuses %#, saying what it reads', (stored, words) => {
    const refused = { code: 'conflict', message: expect.stringMatching(words) };
    expect(() => readState(stored)).toThrow(expect.objectContaining(refused));
  });
});
