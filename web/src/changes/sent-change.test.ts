import type { StoredPreview } from '../api/client.js';
import { differencesIn } from './edits.js';
import { asSent, carriedEdit, isSameProposal, sentChange } from './sent-change.js';

const before = { name: 'Acme', notes: 'old' };
const after = { ...before, name: 'B' };
const event = { preview_id: 'p', description: '', expires_at: '', before, after };
const stored = (payload: object, more: object = {}) => ({ payload, ...more }) as StoredPreview;

test.each<[string, object, object, object | undefined, object | undefined]>([
  ['PATCH', { name: 'B' }, { notes: null }, { notes: null }, after],
  ['PATCH merge-patch', { name: 'B' }, { notes: null }, { notes: undefined }, after],
  ['PUT', after, { name: 'C' }, { name: 'C', notes: undefined }, after],
  ['PATCH of a field that was not read', { name: 'B' }, { phone: '1' }, undefined, after],
  ['PUT that keeps what is left out', { name: 'B' }, { name: 'C' }, undefined, after],
  ['POST', { name: 'B' }, { name: 'C' }, undefined, undefined],
])('the difference that an edit makes: %s', (what, proposed, body, said, result) => {
  const [method, content_type] = what.split(' ');
  const request = { method, path: '/suppliers/1', content_type, body: proposed };
  const change = { ...event, request, after: result, diff: [{ op: 'add', path: '/x' }] };
  const sent = sentChange(change, { ...request, body });
  expect(sent['request']).toEqual({ ...request, query: undefined, body });
  const found = differencesIn(sent)?.map((one) => [one.path, one.after]);
  expect(found && Object.fromEntries(found)).toEqual(said);
});

test('what was sent is shown in place of the proposal, of which only what is in both has an origin', () => {
  const origins = ['/body/name', '/body/notes'].map((path) => ({ path, origin: 'none' }));
  const payload = { method: 'PATCH', body: { name: 'B', notes: 'n' } };
  const sent = { method: 'PATCH', body: { name: 'B', notes: 'by hand' } };
  const change = { ...event, request: payload, origins };
  const [data, kept] = asSent(change, stored(payload, { sent_payload: sent }));
  expect([data['request'], kept.payload]).toMatchObject([sent, sent]);
  expect([data['origins'], kept.origins]).toEqual([[origins[0]], [origins[0]]]);
  expect(asSent(change, stored(payload))[0]).toBe(change);
});

test('the edit of a refused change is made to the same one proposed again', () => {
  const payload = { method: 'PUT', headers: { etag: 1 }, body: { name: 'B' } };
  const sent = { ...payload, body: { name: 'C' } };
  const refused = stored(payload, { edited_text: JSON.stringify(sent) });
  const next = { ...payload, headers: { etag: 2 } };
  expect([isSameProposal(refused, next), isSameProposal(refused, sent)]).toEqual([true, false]);
  expect(carriedEdit(refused, next)).toEqual({ ...next, body: { name: 'C' } });
  expect(carriedEdit(stored(payload, { sent_payload: sent }), next)).toBeUndefined();
});
