import type { Judge, Judged } from '../judge.js';
import { anchorFacts } from './anchor.js';
import { conclude, furtherTasks } from './conclusion.js';
import { analyseContext } from './context.js';
import { extractFrom } from './extraction.js';
import { planTasks } from './plan.js';
import { countQuality } from './quality.js';
import { alternativeQueries } from './queries.js';
import { followUpQuestions, readReply } from './questions.js';
import { relevanceTo } from './relevance.js';
import { extractiveReport } from './report.js';

/**
 * The judge that needs no model: words in common, headings and references instead of understanding. It is
 * deterministic, quotes and never concludes, and says of each judgement that it was made offline.
 */
export const offlineJudge: Judge = {
  alternativeQueries: async (input) => offline(alternativeQueries(input)),
  analyseContext: async (input) => offline(analyseContext(input)),
  followUpQuestions: async (input) => offline(followUpQuestions(input)),
  readReply: async (input) => offline(readReply(input)),
  anchor: async (input) => offline(anchorFacts(input)),
  plan: async (input) => offline(planTasks(input)),
  extract: async ({ passages, ...input }) =>
    offline(passages.map((passage) => extractFrom(passage, input))),
  conclude: async (input) => offline(conclude(input)),
  furtherTasks: async (input) => offline(furtherTasks(input)),
  relevance: async ({ anchor, excerpts }) => offline(relevanceTo(anchor, excerpts, 'shared')),
  synthesise: async (input) => offline(extractiveReport(input)),
  assessQuality: async (input) => offline(countQuality(input)),
};

function offline<T>(value: T): Judged<T> {
  return { value, by: 'offline' };
}
