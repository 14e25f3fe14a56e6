import { shortInput, dropPending, keepPending, pendingRuns } from './run-items.js';

test.each([
  [{ query: 'returns', top_k: 5, kb_id: 'default_kb' }, 'returns · 5'],
  [{ id: 12, node_ids: '1, 2' }, ''],
  [{ target: '11111111-1111-4111-8111-111111111111', name: 'Orders' }, 'Orders'],
  [{ text: 'x'.repeat(70), list: [1], on: true }, 'x'.repeat(60)],
  ['text', ''],
  [null, ''],
])('%j is shown as “%s”', (input, expected) => expect(shortInput(input)).toBe(expected));

const request = { message: 'hi', context_type: 'workflow', context: {}, conversation_id: 'c1' };
const run = { request, after: null };

function storage(initial?: string) {
  let stored = initial ?? null;
  return { getItem: () => stored, setItem: (_key: string, text: string) => void (stored = text) };
}

test('keeps each run once, with what is last known of it, until it is dropped', () => {
  const tab = storage();
  keepPending(tab, { ...run, key: 'a' });
  keepPending(tab, { ...run, key: 'b' });
  keepPending(tab, { ...run, key: 'a', runId: 'r1' });
  expect(pendingRuns(tab)).toEqual([
    { ...run, key: 'b' },
    { ...run, key: 'a', runId: 'r1' },
  ]);
  dropPending(tab, 'b');
  expect(pendingRuns(tab).map(({ key }) => key)).toEqual(['a']);
});

test.each(['', '{', '{}', '[null, 1, {"key": 1}, {"key": "a"}]'])(
  'takes what somebody else left there (%s) for none',
  (text) => expect(pendingRuns(storage(text))).toEqual([]),
);

test('continues without a full storage', () => {
  const full = {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  };
  expect(() => keepPending(full, { ...run, key: 'a' })).not.toThrow();
});
