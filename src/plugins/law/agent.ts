import type { Agent } from '../../agentloop/agent.js';
import type { AgentHooks, RunContext } from '../../agentloop/agent-hooks.js';
import { TwoPhaseHooks } from './two-phase/two-phase-hooks.js';
import { GRAPH_AND_SOURCES, GRAPH_SECTION } from './graph-section.js';
import { lawExamples, researchExamples } from './routing-examples.js';
import { chatPrompts, researchPrompts, searchingPrompt, writingPrompt } from './prompt.js';

/** Some 60 results, each with its name, fit into what the writing model may be handed at the least. */
const MAX_CALLS = 60;

const policy = {
  maxTokens: 4096,
  maxToolCalls: MAX_CALLS,
  // Enough for a large model to write 4,096 tokens.
  closingSeconds: 120,
  models: { tools: 'small', closing: 'large' },
} as const;

/** Answers questions about laws and about the user's cases: one model searches, another one writes. */
export const lawAgent: Agent = {
  contextType: 'law',
  title: 'Law',
  description:
    'Finds provisions in a knowledge graph of laws, follows their references, and answers with citations.',
  examples: [
    'What do the ordinances say about noise at night?',
    'Which deadlines are coming up in my cases?',
    'What does § 12-104 say?',
  ],
  examplesOfSample: true,
  groups: ['law', 'explorer'],
  offersAll: true,
  coreTools: () => [],
  promptSection: GRAPH_SECTION,
  systemPrompt: (context, promptSection = '') =>
    searchingPrompt(chatPrompts, context, promptSection),
  policy: { ...policy, maxTurns: 10 },
  routing: { examples: lawExamples },
  hooks: hooksWith(chatPrompts),
};

/** Researches a legal subject, in sources outside too, and writes a memo. */
export const lawResearchAgent: Agent = {
  contextType: 'law_research',
  title: 'Legal research',
  description:
    'Searches case law, statutes and other sources outside and the knowledge graph, and writes a memo.',
  examples: [
    'Research the rules on mooring fees',
    'How long may a visiting vessel stay?',
    'Which fines are there for noise at night?',
  ],
  examplesOfSample: true,
  examplesNeedModel: true,
  groups: ['legal_research', 'explorer'],
  offersAll: true,
  coreTools: () => [],
  promptSection: GRAPH_AND_SOURCES,
  systemPrompt: (context, promptSection = '') =>
    searchingPrompt(researchPrompts, context, promptSection),
  policy: { ...policy, maxTurns: 5 },
  routing: { examples: researchExamples },
  hooks: hooksWith(researchPrompts),
};

function hooksWith(prompts: typeof chatPrompts): (run: RunContext) => AgentHooks {
  return (run) =>
    new TwoPhaseHooks(run, (context, promptSection) =>
      writingPrompt(prompts, context, promptSection),
    );
}
