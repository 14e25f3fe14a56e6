import { expect, it } from '@jest/globals';
import { prepareTools as anthropic } from '../../src/llm/providers/anthropic/anthropic-source.js';
import { prepareTools as gemini } from '../../src/llm/providers/gemini/gemini-source.js';
import { prepareTools as ollama } from '../../src/llm/providers/ollama/ollama-source.js';
import { prepareTools as openai } from '../../src/llm/providers/openai/openai-source.js';
import type { LlmRequest } from '../../src/llm/types.js';

/** With more than a request has: none of it may be sent. */
const given = {
  system: 'Help.',
  messages: [{ role: 'user' as const, content: 'hello' }],
  tools: [
    {
      name: 'get_rule',
      description: 'Gets a rule.',
      inputSchema: { type: 'object' },
      examples: ['show me the rule for the index alone'],
      effect: 'read',
    },
  ],
  maxTokens: 100,
  context: { contextType: 'workflow', open: { workflow_id: 'open-in-the-page' } },
};
const request: LlmRequest = given;

it.each([
  ['anthropic', anthropic],
  ['gemini', gemini],
  ['ollama', ollama],
  ['openai', openai],
])('%s gets name, description and schema of a tool, and never its examples', (_, prepare) => {
  const sent = JSON.stringify(prepare(request));
  expect(sent).toContain('Gets a rule.');
  expect(sent).not.toMatch(/for the index alone|"effect"|open-in-the-page/);
});
