import type { LucideIcon } from 'lucide-react';
import { chatWithPreview } from '../../library/queries.js';
import { install } from '../../registry/registry.js';
import { chatQuery, chatWithDraft, chatWithRule, ruleAddress, type RuleDraft } from './api.js';

const Icon = (() => null) as unknown as LucideIcon;
const change = { noun: 'rule', Icon, View: () => null, chatQuery };
beforeAll(() => install([{ name: 'workflow', changes: { workflow_preview: change } }]));

const none = { description: '', workflow: {}, updated_at: '', expires_at: '' };
const draft: RuleDraft = { ...none, kind: 'workflow', id: 'd', name: 'n' };
const preview = { kind: 'workflow_preview', tool_use_id: 't', conversation_id: 'c' };
const saved = { id: 's', name: 'n' };

test.each([
  [() => ruleAddress('a/b'), '#/library/rules/a%2Fb'],
  [() => chatWithRule('r'), '#/chat?context=workflow&workflow_id=r'],
  [() => chatWithDraft(draft), '#/chat?context=workflow&draft_id=d'],
  [
    () => chatWithDraft({ ...draft, workflow_id: 'r' }),
    '#/chat?context=workflow&workflow_id=r&draft_id=d',
  ],
  [() => chatWithPreview(preview), '#/chat/c?context=workflow'],
  [
    () => chatWithPreview({ ...preview, target_id: 't' }),
    '#/chat/c?context=workflow&workflow_id=t',
  ],
  [() => chatWithPreview({ ...preview, tool_use_id: 'asked_1' }), '#/chat?context=workflow'],
  [() => chatWithPreview({ ...preview, result: saved }), '#/chat/c?context=workflow&workflow_id=s'],
  [() => chatWithPreview({ ...preview, kind: 'http_request', target_id: 't' }), '#/chat/c'],
])('%s takes along what is continued with', (address, expected) => {
  expect(address()).toBe(expected);
});
