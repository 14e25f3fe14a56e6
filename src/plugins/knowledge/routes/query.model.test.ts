import { expect, test } from '@jest/globals';
import { newId } from '../../../foundation/ids.js';
import { defaultChatLimits } from '../../../agentapi/route-limits.js';
import { toKnowledgeRequest } from './query.model.js';

test('a session is one conversation, however its id is written', () => {
  const id = newId();
  const asked = (session_id: string) =>
    toKnowledgeRequest({ query: 'What is a dry dock?', session_id }, defaultChatLimits);
  expect(asked(id).conversationId).toBe(id);
  expect(asked(id.toUpperCase())).toEqual(asked(id));
});
