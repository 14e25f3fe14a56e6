import { expect, test } from '@jest/globals';
import { previewIn } from './preview-event.js';

const data = {
  preview_id: 'p',
  tool_use_id: 't',
  description: 'A change',
  expires_at: '2026-01-01T00:00:00Z',
  payload_sha256: '0'.repeat(64),
};
const event = (more: object) =>
  ({ type: 'plugin_event', name: 'change_preview', data: { ...data, ...more } }) as const;

test('a change that waits is a preview, one that a policy has let through is none', () => {
  expect(previewIn(event({}))).toMatchObject({ kind: 'change_preview', preview_id: 'p' });
  expect(previewIn(event({ approval: { role: 'lead', state: 'needed' } }))).toBeDefined();
  expect(previewIn(event({ state: 'accepted', result: { id: '7' } }))).toBeUndefined();
  expect(previewIn(event({ payload_sha256: undefined }))).toBeUndefined();
});
