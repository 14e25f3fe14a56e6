import { previewIn, type ShownPreview, previewLines } from './preview-event.js';

const ids = { preview_id: 'p', tool_use_id: 't', payload_sha256: '0'.repeat(64) };
const data = { ...ids, description: 'A change', expires_at: '2026-01-01T00:00:00Z' };
const event = (more: object) =>
  ({ type: 'plugin_event', name: 'change_preview', data: { ...data, ...more } }) as const;

test('a change that waits is a preview, one that a policy has let through is none', () => {
  expect(previewIn(event({}))).toMatchObject({ kind: 'change_preview', preview_id: 'p' });
  expect(previewIn(event({ approval: { role: 'lead', state: 'needed' } }))).toBeDefined();
  expect(previewIn(event({ state: 'accepted', result: { id: '7' } }))).toBeUndefined();
  expect(previewIn(event({ payload_sha256: undefined }))).toBeUndefined();
});

const preview: ShownPreview = { kind: 'change_preview', ...data };

test('a client that shows only text is told what the card shows', () => {
  const lines = previewLines({
    ...preview,
    target: { label: 'Hello', id: '7' },
    diff: [
      { op: 'replace', path: '/status', before: 'draft', value: 'published' },
      { op: 'add', path: '/tags/0', value: ['a'] },
      { op: 'remove', path: '/note', before: 'x' },
      { op: 'replace', path: '/pass', value: '••••••' },
    ],
    dropped: ['summary'],
    notes: ['Said\nin two lines.'],
    protection: 'recheck',
    reversible: 'manual',
  });
  expect(lines).toEqual([
    'Changes Hello.',
    'status: draft → published',
    'tags.0: not set → ["a"]',
    'note: x → removed',
    'pass: not known → ••••••',
    'Left out, so it would be lost: summary.',
    'Said in two lines.',
    'It is checked again when it is accepted, and refused if this has changed by then. It can only be taken back by hand.',
  ]);
});

test('an id alone is no name, many differences are cut, none are said', () => {
  const target = { label: '7', id: '7' };
  const [where] = previewLines({ ...preview, target, request: { path: '/posts/7' } });
  expect(where).toBe('Changes /posts/7.');
  const diff = Array.from({ length: 30 }, (_, at) => ({ op: 'add', path: `/f${at}`, value: at }));
  expect(previewLines({ ...preview, diff }).at(-1)).toBe('and 18 more differences');
  const same = previewLines({ ...preview, diff: [] });
  expect(same).toEqual(['Nothing would change: both are the same.']);
});
