import { firstChars } from '../../../foundation/first-chars.js';
import type { Judge, ReportDraft, SynthesisMaterial } from './judge.js';
import type { ResearchLanguage } from '../state.js';

type Values = {
  [K in keyof Judge]: (input: Parameters<Judge[K]>[0]) => Awaited<ReturnType<Judge[K]>>['value'];
};

const phrases: Readonly<Record<ResearchLanguage, { ask: [string, string]; other: string }>> = {
  de: {
    ask: ['Worauf soll die Recherche den Schwerpunkt legen?', 'Was soll außer Betracht bleiben?'],
    other: 'Weitere Fundstellen',
  },
  en: {
    ask: ['What should the research concentrate on?', 'What should be left out?'],
    other: 'Further passages',
  },
};

const SUMMARY_CHARS = 2_000;

/**
 * What stands at each place where the model gave no usable answer: nothing is judged there. All that was found stays,
 * what the user said is taken word for word, and a report is quotes.
 */
export const unjudged: Omit<Values, 'assessQuality' | 'answered'> = {
  alternativeQueries: () => [],
  analyseContext: () => ({ concepts: [], gaps: [], coverage: 0 }),
  followUpQuestions: ({ language }) =>
    phrases[language].ask.map((question) => ({ question, gap: '' })),
  readReply: ({ reply }) => ({ refinements: [reply], dismissedGaps: [] }),
  anchor: ({ question }) => ({
    keyEntities: [],
    scope: question,
    researchQueries: [question],
    contextSummary: '',
  }),
  plan: ({ anchor, researchQueries }) => {
    const tasks = researchQueries.length === 0 ? [anchor.originalQuery] : researchQueries;
    return tasks.map((task) => ({ task, context: '' }));
  },
  extract: ({ passages }) =>
    passages.map(({ text }) => ({ info: text, quotes: [], references: [] })),
  conclude: ({ findings }) => ({
    summary: firstChars(findings.map(({ info }) => info).join('\n'), SUMMARY_CHARS),
    keyFindings: [],
    relevance: 0,
  }),
  furtherTasks: () => [],
  relevance: ({ excerpts }) => excerpts.map(() => 1),
  synthesise: quotesOf,
};

const QUOTES_PER_EVIDENCE = 2;

/** A report of what was found, word for word, task by task. */
function quotesOf({ anchor, tasks, evidence }: SynthesisMaterial): ReportDraft {
  const sectionOf = (heading: string, own: typeof evidence) => ({
    heading,
    statements: own.flatMap(({ number, quotes, text }) =>
      (quotes.length === 0 ? [text] : quotes.slice(0, QUOTES_PER_EVIDENCE)).map((quote) => ({
        text: quote,
        sources: [number],
      })),
    ),
  });
  const byTask = tasks.map(({ id, task }) =>
    sectionOf(
      task,
      evidence.filter(({ taskId }) => taskId === id),
    ),
  );
  const known = new Set(tasks.map(({ id }) => id));
  const others = evidence.filter(({ taskId }) => taskId === undefined || !known.has(taskId));
  const sections = [...byTask, sectionOf(phrases[anchor.language].other, others)];
  return {
    title: anchor.originalQuery,
    sections: sections.filter(({ statements }) => statements.length > 0),
  };
}
