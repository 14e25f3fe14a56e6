import { knowledgeTool } from '../services.js';
import type { Slot } from '../../../agenttools/run-scratch.js';
import { bindResponse, wireSource, type BoundResponse } from './bind-response.js';
import { evidenceSlot, isBlock } from '../../../citations/evidence.js';

interface Input {
  answer: string;
  sources: string[];
  confidence?: number;
  used_internal_kb: boolean;
  used_external_kb: boolean;
}

/** What the user asked, and the run's final answer, once there is one. */
export const responseSlot: Slot<{ asked: string; bound?: BoundResponse }> = {
  make: () => ({ asked: '' }),
};

/** The confidence of an answer that names none. */
const UNSTATED = 0.5;

export const generateResponse = knowledgeTool<Input>({
  name: 'generate_response',
  description:
    "Gives the user the final answer. Mandatory, and the last call of every question: never answer in your message. Put the number of a block or page after each statement it supports, as [3], and list the same in sources. Write in the user's language; say what comes from the knowledge base and what from outside, and what could not be found.",
  properties: {
    answer: { type: 'string', minLength: 1, maxLength: 20_000, description: 'The whole answer.' },
    sources: {
      type: 'array',
      maxItems: 50,
      items: { type: 'string', minLength: 1, maxLength: 2000 },
      description: 'The numbers of the blocks and pages that the answer rests on; may be empty.',
    },
    confidence: {
      type: 'number',
      minimum: 0,
      maximum: 1,
      description: 'How sure the answer is, from 0 to 1.',
    },
    used_internal_kb: { type: 'boolean', description: 'Whether the knowledge base was used.' },
    used_external_kb: { type: 'boolean', description: 'Whether external sources were used.' },
  },
  required: ['answer', 'sources', 'used_internal_kb', 'used_external_kb'],
  examples: ['Give me the final answer with its sources'],
  // Not of the group "knowledge": only the knowledge agent shows what it answers.
  groups: ['knowledge_answer'],
  // After the reads of its turn, and never twice at once.
  effect: 'draft',
  execute: async ({ answer, sources, confidence = UNSTATED }, { scratch }) => {
    const response = scratch.of(responseSlot);
    const given = { answer, sources, confidence };
    const bound = bindResponse(given, scratch.of(evidenceSlot), response.asked);
    response.bound = bound;
    return {
      result: {
        answer: bound.answer,
        sources: bound.sources.map((source, at) => wireSource(source, at + 1)),
        confidence_score: bound.confidence,
        // What the answer cites says it, whatever the model claims.
        used_internal_kb: bound.sources.some(isBlock),
        used_external_kb: bound.sources.some((source) => !isBlock(source)),
        removed_sources: bound.removed,
        not_in_sources: bound.notInSources,
      },
    };
  },
});
