import fc from 'fast-check';
import { holds } from '../../../../test/support/property.js';
import { withDefaults, newState } from '../state-reader.js';
import { deduplicate, init, terminationOf } from './clarify-steps.js';
import { isInLanguage } from '../synthesis/synthesize-step.js';
import { languageOf } from './inquiry.js';

const chunkId = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const chunk = fc.constantFrom('eins', 'zwei', 'drei', 'Eins ', ' vier\n');
const chunks = fc.array(fc.record({ chunkId, chunk }), { maxLength: 20 });
const keyOf = ({ chunk }: { chunk: string }) => chunk.trim().toLowerCase();

describe('repeated passages', () => {
  test('the ratio is the share of what was known, whatever is retrieved', () =>
    holds([chunks, chunks], (retrieved, known) => {
      const { fresh, ratio } = deduplicate(retrieved, known);
      const repeated = retrieved.length - fresh.length;
      expect(ratio).toBe(retrieved.length === 0 ? 0 : repeated / retrieved.length);
      for (const list of [fresh.map(({ chunkId }) => chunkId), fresh.map(keyOf)])
        expect(new Set(list).size).toBe(list.length);
      const knownIds = known.map(({ chunkId }) => chunkId);
      const old = fresh.filter((each) => {
        return knownIds.includes(each.chunkId) || known.map(keyOf).includes(keyOf(each));
      });
      expect(old).toEqual([]);
    }));

  test('three queries with the same answers do not look exhausted in the first round', () => {
    const found = ['a', 'b', 'c'].map((id) => ({ chunkId: id, chunk: `text ${id}` }));
    const { ratio } = deduplicate([...found, ...found, ...found], []);
    const first = { iteration: 0, coverage: 1, dedupRatio: ratio, gaps: [] };
    expect(terminationOf('more', first, 5)).toBeUndefined();
  });
});

test('the question is analysed before anybody is asked', async () => {
  const query = 'Wann wird die Mole saniert, und wer zahlt die Mole?';
  const state = newState({ query, kb: 'k', options: withDefaults({}) }, []);
  const { queryAnalysis } = await init(state, {} as never, {} as never);
  const nothing = { entities: [], assumedContext: [], refinements: [] };
  const found = { keyConcepts: ['mole', 'saniert', 'zahlt'], clarificationNeeded: true };
  expect(queryAnalysis).toEqual({ originalQuery: query, scope: query, ...found, ...nothing });
});

const round = (more = {}) => ({ iteration: 0, coverage: 0.2, dedupRatio: 0, gaps: ['x'], ...more });

const converged = { coverage: 0.8, dedupRatio: 0.7, gaps: ['x', 'y'] };
test.each([
  ['an answer', 'An Molen.', round(), undefined],
  ['/end', '/end', round(), 'user_end'],
  ['/end with more to say', ' /END und danke', round(), 'user_end'],
  ['/endlich is no command', '/endlich', round(), undefined],
  ['the fifth round', 'mehr', round({ iteration: 4 }), 'max_iterations'],
  ['all three thresholds', 'mehr', round(converged), 'convergence'],
  ['too little covered', 'mehr', round({ ...converged, coverage: 0.79 }), undefined],
  ['too much new', 'mehr', round({ ...converged, dedupRatio: 0.69 }), undefined],
  ['a third gap', 'mehr', round({ ...converged, gaps: ['x', 'y', 'z'] }), undefined],
  ['the wish comes before all', '/end', round({ ...converged, iteration: 4 }), 'user_end'],
])('the end of clarification: %s', (_name, reply, given, expected) =>
  expect(terminationOf(reply, given, 5)).toBe(expected),
);

test.each([
  ['Welche Freigrenzen gelten?', 'de'],
  ['Röntgengerät Zulassung', 'de'],
  ['Which limits apply to workshops?', 'en'],
  ['permit limits', 'en'],
] as const)('%s is %s', (query, language) => expect(languageOf({ query })).toBe(language));

test('a text is held to be in a wrong language only when it clearly is', () => {
  const german = 'Die Behörde entscheidet über den Antrag, und der Betreiber ist zu hören.';
  expect(isInLanguage(german, 'de')).toBe(true);
  expect(isInLanguage(german, 'en')).toBe(false);
  expect(isInLanguage('§ 12', 'en')).toBe(true);
});
