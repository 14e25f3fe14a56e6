import { expect, test } from '@jest/globals';
import { HandOvers } from '../../src/agentloop/routing/hand-over.js';
import { agentWith } from '../../test/support/loop.js';
import type { LlmRequest } from '../../src/llm/types.js';
import { workflowSkill } from '../../src/plugins/workflow/offline/skill.js';
import { OfflineProvider } from './offline-provider.js';
import { apartFromOthers } from './other-agents.js';

const agent = (contextType: string, title: string, description: string) => ({
  ...agentWith(),
  ...{ contextType, title, description },
});
const own = agent('workflow', 'Workflows', 'Explains rules.');
const tables = agent('tables', 'Tables', 'Answers from live rows: counts (all of them).');
const law = agent('law', 'Law', 'Finds provisions.');
const choice = {
  ...{ agent: own, confidence: 0.4, why: 'examples' as const },
  alternatives: [tables, law].map((one) => ({ agent: one, confidence: 0.3 })),
};
const { name, description, inputSchema } = new HandOvers(choice).toolFor(own)!.tool;
const handOver = { name, description, inputSchema };

function request(message: string, tools: LlmRequest['tools']): LlmRequest {
  const context = { contextType: 'workflow', open: {} };
  return {
    system: '',
    context,
    messages: [{ role: 'user', content: message }],
    tools,
    maxTokens: 1000,
  };
}

async function said(asked: LlmRequest): Promise<string> {
  let text = '';
  const model = new OfflineProvider([workflowSkill]);
  for await (const event of model.streamChat(asked, new AbortController().signal)) {
    if (event.type === 'text') text += event.text;
    if (event.type === 'tool_call') text += `called ${event.call.name}`;
  }
  return text;
}

test('the agents that a message may go to are read off the tool, which is not among the others', () => {
  const asked = request('hi', [handOver]);
  expect(apartFromOthers(asked)).toEqual({
    request: { ...asked, tools: [] },
    others: ['Tables', 'Law'],
  });
  const without = request('hi', []);
  expect(apartFromOthers(without)).toEqual({ request: without, others: [] });
});

test('what was not understood says who else there is, and is not handed over by the tool’s own words', async () => {
  const lost = await said(request('asdf qwer', [handOver]));
  expect(lost).toContain('If it is not for me, ask Tables or Law instead.');
  expect(await said(request('asdf qwer', []))).not.toContain('instead.');
  expect(await said(request('answers from live rows', [handOver]))).not.toContain('called');
});
