import type { Judge, Judged } from '../judge.js';
import { anchorFacts } from './anchor.js';
import { answered } from './answered.js';
import { conclude, furtherTasks } from './conclusion.js';
import { analyseContext } from './context.js';
import { extractFrom } from './extraction.js';
import { planTasks } from './plan.js';
import { countQuality } from './quality.js';
import { alternativeQueries } from './queries.js';
import { followUpQuestions, readReply } from './questions.js';
import { relevanceTo } from './relevance.js';
import { extractiveReport } from './report.js';
import { anchorApart, questionApart } from './set-apart.js';

/**
 * The judge that needs no model: words in common, headings and references instead of understanding. It is
 * deterministic, quotes and never concludes, and says of each judgement that it was made offline. What a question
 * leaves out itself counts as if the user had added it.
 */
export const offlineJudge: Judge = {
  alternativeQueries: async (input) =>
    offline(alternativeQueries({ ...input, ...questionApart(input) })),
  analyseContext: async (input) => offline(analyseContext({ ...input, ...questionApart(input) })),
  followUpQuestions: async (input) =>
    offline(followUpQuestions({ ...input, ...questionApart(input) })),
  readReply: async (input) => offline(readReply({ ...input, ...questionApart(input) })),
  anchor: async (input) => offline(anchorFacts({ ...input, ...questionApart(input) })),
  plan: async (input) => offline(planTasks({ ...input, anchor: anchorApart(input.anchor) })),
  extract: async ({ passages, ...input }) =>
    offline(
      passages.map((passage) =>
        extractFrom(passage, { ...input, anchor: anchorApart(input.anchor) }),
      ),
    ),
  conclude: async (input) => offline(conclude({ ...input, anchor: anchorApart(input.anchor) })),
  furtherTasks: async (input) =>
    offline(furtherTasks({ ...input, anchor: anchorApart(input.anchor) })),
  relevance: async ({ anchor, excerpts }) =>
    offline(relevanceTo(anchorApart(anchor), excerpts, 'shared')),
  synthesise: async (input) =>
    offline(extractiveReport({ ...input, anchor: anchorApart(input.anchor) })),
  answered: async (input) => offline(answered({ ...input, anchor: anchorApart(input.anchor) })),
  assessQuality: async (input) =>
    offline(countQuality({ ...input, anchor: anchorApart(input.anchor) })),
};

function offline<T>(value: T): Judged<T> {
  return { value, by: 'offline' };
}
