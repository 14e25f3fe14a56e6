import type { LucideIcon } from 'lucide-react';
import { contextIn } from '../../chat/place.js';
import { chatWithPreview } from '../../library/queries.js';
import { install } from '../../registry/registry.js';
import { parseRoute } from '../../shell/route.js';
import {
  AGENT,
  chatQuery,
  chatWithDraft,
  chatWithRule,
  FIELDS,
  ruleAddress,
  type RuleDraft,
} from './api.js';

const Icon = (() => null) as unknown as LucideIcon;
const View = () => null;
beforeAll(() =>
  install([
    { name: 'core', views: [{ name: 'chat', label: 'Chat', Icon, order: 0, View }] },
    {
      name: 'workflow',
      contexts: { [AGENT]: { fields: FIELDS } },
      changes: { workflow_preview: { noun: 'rule', Icon, View, chatQuery } },
    },
  ]),
);

const none = { description: '', workflow: {}, updated_at: '', expires_at: '' };
const draft: RuleDraft = { ...none, kind: 'workflow', id: 'd', name: 'n' };
const preview = { kind: 'workflow_preview', tool_use_id: 't', conversation_id: 'c' };
const saved = { id: 's', name: 'n' };

test.each([
  [() => chatWithRule('r'), [], { workflow_id: 'r' }],
  [() => chatWithDraft(draft), [], { draft_id: 'd' }],
  [() => chatWithDraft({ ...draft, workflow_id: 'r' }), [], { draft_id: 'd', workflow_id: 'r' }],
  [() => chatWithPreview(preview), ['c'], {}],
  [() => chatWithPreview({ ...preview, target_id: 't' }), ['c'], { workflow_id: 't' }],
  [() => chatWithPreview({ ...preview, tool_use_id: 'asked_1' }), [], {}],
  [() => chatWithPreview({ ...preview, result: saved }), ['c'], { workflow_id: 's' }],
  [() => chatWithPreview({ ...preview, kind: 'http_request', target_id: 't' }), ['c'], {}],
])('%s is a chat that takes along what is continued with', (address, path, context) => {
  const route = parseRoute(address());
  expect(route).toMatchObject({ view: 'chat', path });
  expect(contextIn(route.query.get('context') ?? '', route.query)).toEqual(context);
});

test('an id of any kind stands in the address of its rule', () =>
  expect(ruleAddress('a/b')).toBe('#/library/rules/a%2Fb'));
