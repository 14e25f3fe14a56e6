import { isObject } from '../../foundation/json.js';
import type { ChangeExpectation, Expectation, TurnExpectation } from './suite.model.js';
import type { ChangeRecord, TurnRecord } from './transcript.js';

/** What an expectation is held against: a turn, or all turns of a scenario. */
export type Graded = Pick<
  TurnRecord,
  'agent' | 'offered' | 'calls' | 'changes' | 'citations' | 'answer'
>;

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

function changeFaults(expected: readonly ChangeExpectation[], found: readonly ChangeRecord[]) {
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

/** What `actual` lacks of `expected`, a line per place; more fields, more items and another order do not count. */
export function differences(expected: unknown, actual: unknown, path = ''): string[] {
  if (Array.isArray(expected)) return listDifferences(expected, actual, path);
  if (isObject(expected)) {
    if (!isObject(actual)) return [describe(path, expected, actual)];
    return Object.entries(expected).flatMap(([key, value]) =>
      differences(value, actual[key], path === '' ? key : `${path}.${key}`),
    );
  }
  return Object.is(expected, actual) ? [] : [describe(path, expected, actual)];
}

function listDifferences(expected: readonly unknown[], actual: unknown, path: string): string[] {
  if (!Array.isArray(actual)) return [describe(path, expected, actual)];
  const assigned = pairUp(expected, actual, (one, other) => differences(one, other).length === 0);
  return expected.flatMap((one, at) =>
    assigned[at] === undefined ? [`${path}: no item has ${shown(one)}`] : [],
  );
}

/** For each of `wanted` another fitting place in `found`, for as many as can be (augmenting paths). */
export function pairUp<A, B>(
  wanted: readonly A[],
  found: readonly B[],
  fits: (one: A, other: B) => boolean,
): readonly (number | undefined)[] {
  const ownerOf = new Map<number, number>();
  const place = (at: number, tried: Set<number>): boolean =>
    found.some((other, item) => {
      if (tried.has(item) || !fits(wanted[at] as A, other)) return false;
      tried.add(item);
      const owner = ownerOf.get(item);
      if (owner !== undefined && !place(owner, tried)) return false;
      ownerOf.set(item, at);
      return true;
    });
  wanted.forEach((_one, at) => place(at, new Set()));
  const assigned: (number | undefined)[] = wanted.map(() => undefined);
  for (const [item, at] of ownerOf) assigned[at] = item;
  return assigned;
}

function describe(path: string, expected: unknown, actual: unknown): string {
  return `${path === '' ? 'it' : path} is ${shown(actual)}, not ${shown(expected)}`;
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'missing';
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}
