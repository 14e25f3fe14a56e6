import type { Agent } from '../../agentloop/agent.js';
import { DocumentsHooks } from './hooks.js';
import { documentsPrompt } from './prompt.js';
import { routingExamples } from './routing-examples.js';

/** Researches in the user's documents: the model chooses the steps, the user sees them, every claim is cited. */
export const documentsAgent: Agent = {
  contextType: 'documents',
  title: 'Documents',
  description: 'Searches and reads your documents step by step, and cites what it says.',
  examples: [
    'What do the shipping instructions say about pallets?',
    'Compare the customer returns policies of 2024 and 2025',
    'How long does a stock transfer across a border take?',
  ],
  examplesOfSample: true,
  groups: ['documents'],
  offersAll: true,
  coreTools: () => [],
  systemPrompt: documentsPrompt,
  policy: { maxTurns: 10, maxTokens: 4096, maxToolSeconds: 30, trustedModelsOnly: true },
  routing: { examples: routingExamples, contextKeys: ['kb_id', 'attachments'] },
  hooks: (run) => new DocumentsHooks(run),
};
