import { differences, pairUp } from './differences.js';
import type { ChangeExpectation, Expectation, TurnExpectation } from './suite.model.js';
import type { ChangeRecord, TurnRecord } from './transcript.js';

/** What an expectation is held against: a turn, or all turns of a scenario. */
export type Graded = Pick<
  TurnRecord,
  'agent' | 'offered' | 'calls' | 'changes' | 'citations' | 'answer'
>;

/** Several turns as one: what was done in any of them, and the last answer. */
export function together(turns: readonly TurnRecord[]): Graded {
  const last = turns.at(-1);
  return {
    agent: last?.agent ?? '',
    offered: [...new Set(turns.flatMap(({ offered }) => offered))],
    calls: turns.flatMap(({ calls }) => calls),
    changes: turns.flatMap(({ changes }) => changes),
    citations: turns.flatMap(({ citations }) => citations),
    answer: last?.answer ?? '',
  };
}

/** In which points a turn is not as expected, each a sentence; what a model has to judge is left out. */
export function grade(expected: Expectation, turn: Graded): string[] {
  const { tools = {}, offered = [], changes, cites = [], answer = {} } = expected;
  const ran = new Set(turn.calls.filter(({ isError }) => !isError).map(({ name }) => name));
  const called = new Set(turn.calls.map(({ name }) => name));
  return [
    ...(expected.agent === undefined || expected.agent === turn.agent
      ? []
      : [`${turn.agent} answered, not ${expected.agent}.`]),
    ...(tools.use ?? []).flatMap((name) => (ran.has(name) ? [] : [`${name} did not run.`])),
    ...(tools.avoid ?? []).flatMap((name) => (called.has(name) ? [`${name} was called.`] : [])),
    ...offered.flatMap((name) => (turn.offered.includes(name) ? [] : [`${name} was not offered.`])),
    ...(changes === undefined ? [] : changeFaults(changes, turn.changes)),
    ...cites.flatMap((wanted) =>
      turn.citations.some(({ title, documentId }) => documentId === wanted || has(title, wanted))
        ? []
        : [`No citation of “${wanted}”.`],
    ),
    ...(answer.contains ?? []).flatMap((wanted) => {
      const words = typeof wanted === 'string' ? [wanted] : wanted;
      return words.some((word) => has(turn.answer, word))
        ? []
        : [`The answer has no “${words.join('” or “')}”.`];
    }),
    ...(answer.lacks ?? []).flatMap((word) =>
      has(turn.answer, word) ? [`The answer has “${word}”.`] : [],
    ),
  ];
}

export function endFaults({ error }: TurnExpectation, turn: Pick<TurnRecord, 'error'>): string[] {
  if (error === turn.error) return [];
  if (turn.error === undefined) return [`The run did not end with the error ${error}.`];
  return [`The run ended with the error ${turn.error}.`];
}

function changeFaults(
  expected: readonly ChangeExpectation[],
  found: readonly ChangeRecord[],
): string[] {
  const fits = (wanted: ChangeExpectation, one: ChangeRecord) =>
    (wanted.kind === undefined || wanted.kind === one.kind) &&
    differences(wanted.payload, one.payload).length === 0;
  const assigned = pairUp(expected, found, fits);
  const used = new Set(assigned);
  const left = found.filter((_one, at) => !used.has(at));
  const missing = expected.flatMap((wanted, at) => {
    if (assigned[at] !== undefined) return [];
    const nearest = left[0] && differences(wanted.payload, left[0].payload).join('; ');
    const why = nearest === undefined ? 'none was proposed' : nearest || `it is ${left[0]?.kind}`;
    return [`Change ${at + 1} is not as expected: ${why}.`];
  });
  const surplus = found.length - expected.length;
  return surplus > 0 ? [...missing, `${surplus} more changes were proposed.`] : missing;
}

function has(text: string, words: string): boolean {
  return text.toLowerCase().includes(words.toLowerCase());
}
