import { ApiProblem, type StoredPreview } from '../api/client.js';
import { afterRefusal, failureNow, newerPreview } from './use-decision.js';

const known = { id: 'old', state: 'waiting', kind: 'k', description: 'd' } as StoredPreview;
const refusal = (body: unknown) => new ApiProblem(409, 'conflict', 'No.', [], body);

test.each([{ superseded_by: 'new' }, { error: { superseded_by: 'new' } }])(
  'a preview that a newer one replaced is superseded: %j',
  (body) => {
    expect(newerPreview(refusal(body))).toBe('new');
    const superseded = { ...known, state: 'superseded', superseded_by: 'new' };
    expect(afterRefusal(refusal(body), known)).toEqual(superseded);
    expect(afterRefusal(refusal(body), undefined)).toBeUndefined();
  },
);

test('a refusal that decided the preview carries it; any other changes nothing', () => {
  const stale = { ...known, state: 'stale' };
  expect(afterRefusal(refusal({ preview: stale }), known)).toEqual(stale);
  for (const problem of [refusal({}), refusal(undefined), refusal('text'), new Error('broken')]) {
    expect(afterRefusal(problem, known)).toBeUndefined();
    expect(newerPreview(problem)).toBeUndefined();
  }
});

const lost = new ApiProblem(0, 'unreachable', 'Away.');
const other = refusal({});

test.each([
  ['is shown while nothing else is answered', lost, null, 1, true, 'unreachable'],
  ['is shown while the server is away', lost, lost, 3, true, 'unreachable'],
  ['asks for the decision again once it is back', lost, null, 3, true, 'unanswered'],
  ['is forgotten where the decision had come through', lost, null, 3, false, undefined],
  ['stays when it is a refusal', other, null, 3, true, 'conflict'],
])('a failed decision %s', (_what, error, away, dataUpdatedAt, isOpen, code) => {
  const now = failureNow({ error, submittedAt: 2 }, { error: away, dataUpdatedAt }, isOpen);
  expect(now ?? undefined).toEqual(code && expect.objectContaining({ code }));
});
