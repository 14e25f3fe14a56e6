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

test.each([
  ['is shown while the server is away', lost, lost, true, 'unreachable'],
  ['is to be made again once it is back', lost, null, true, 'unanswered'],
  ['is forgotten where it had come through', lost, null, false, undefined],
  ['stays when it is a refusal', refusal({}), null, true, 'conflict'],
])('a failed decision %s', (_what, error, away, isOpen, code) => {
  const asked = { error: away, dataUpdatedAt: 3 };
  const now = failureNow({ error, submittedAt: 2 }, asked, isOpen);
  expect((now as ApiProblem | null)?.code).toBe(code);
});
