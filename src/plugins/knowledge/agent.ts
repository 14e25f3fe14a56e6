import type { Agent } from '../../agentloop/agent.js';
import { KnowledgeHooks } from './hooks.js';
import { knowledgePrompt } from './prompt.js';
import { routingExamples } from './routing-examples.js';

/** Answers from the knowledge base, with sources that were looked up; what is missing perhaps from outside. */
export const knowledgeAgent: Agent = {
  contextType: 'knowledge',
  title: 'Knowledge',
  description: 'Answers questions from the knowledge base and names its sources.',
  examples: [
    'How long do we keep rejected goods?',
    'Who approves an order of 12,000 EUR?',
    'Wo werden Gabelstapler geladen?',
  ],
  examplesOfSample: true,
  groups: ['knowledge', 'knowledge_answer'],
  offersAll: true,
  coreTools: () => [],
  systemPrompt: knowledgePrompt,
  policy: { maxTurns: 10, maxTokens: 4096 },
  routing: { examples: routingExamples },
  hooks: (run) => new KnowledgeHooks(run),
};
