import { anchorOf } from '../clarify/inquiry.js';
import type { ResearchState, QualityAssessment, ResearchLanguage } from '../state.js';
import type { JudgedStep } from '../steps.js';
import { comparable } from '../judge/material.js';
import type { QualityOpinion } from '../judge/places.js';
import { restDraft, shareSupported } from './link-statements.js';
import { reportWords } from './report-words.js';

export const assess: JudgedStep = async (state, tools, judge) => {
  const { draft, taskSummaries, options } = state;
  if (draft === undefined) throw new Error('there is no draft to assess');
  const anchor = anchorOf(state);
  const { detectedLanguage: language } = anchor;
  const rested = await restDraft(state, draft, tools);
  const supported = shareSupported(rested);
  const questions = questionsOf(state);
  const answers = await judge.ask('answered', {
    anchor,
    questions: questions.map((question, at) => ({ number: at + 1, question })),
    statements: rested
      .flatMap(({ statements }) => statements)
      .filter(({ blocks }) => blocks.length > 0)
      .map(({ text }, at) => ({ number: at + 1, statement: text })),
  });
  // Where nobody judged it, nothing is said to be missing.
  const parts = (answers === undefined ? [] : questions).map((question, at) => {
    return { question, isAnswered: (answers?.[at] ?? []).length > 0 };
  });
  const opinion = await judge.ask('assess_quality', {
    anchor,
    tasks: taskSummaries.map(({ task, summary }) => ({ task, summary })),
    report: { title: draft.title, sections: draft.sections },
    supportedShare: supported,
  });
  if (opinion === undefined) return {};
  const facts = { supported, parts, threshold: options.qualityThreshold, language };
  return { quality: scoreQuality(opinion, facts) };
};

/** What a report is to answer: the question and its parts, then the tasks that a person approved. */
function questionsOf({ query, anchor, tasks }: Readonly<ResearchState>): string[] {
  const approved = tasks.filter(({ origin }) => origin !== 'found').map(({ task }) => task);
  const asked = [query, ...(anchor?.parts ?? []), ...approved];
  const compared = asked.map(comparable);
  return asked.filter((_, at) => compared.indexOf(compared[at] ?? '') === at);
}

const DIMENSIONS = ['accuracy', 'completeness', 'relevance', 'clarity'] as const;

const phrases: Readonly<
  Record<ResearchLanguage, Readonly<Record<(typeof DIMENSIONS)[number], string>>>
> = {
  de: {
    accuracy: 'Wie weit die Aussagen mit ihren Quellen übereinstimmen',
    completeness: 'Wie weit Frage und Aufgaben beantwortet sind',
    relevance: 'Wie nah die Aussagen an der Frage bleiben',
    clarity: 'Wie klar und gegliedert der Bericht ist',
  },
  en: {
    accuracy: 'How far the statements agree with their sources',
    completeness: 'How far question and tasks are answered',
    relevance: 'How close the statements stay to the question',
    clarity: 'How clear and well arranged the report is',
  },
};

/** Of each dimension a report needs so much, however good it is in the others. */
const LEAST_SCORE = 40;

interface QualityFacts {
  supported: number;
  parts: NonNullable<QualityAssessment['parts']>;
  threshold: number;
  language: ResearchLanguage;
}

/**
 * It passes by its sum and by each dimension. Accuracy is never above the share of supported statements, nor completeness above
 * that of the parts and approved tasks that a supported statement answers: style cannot make up for what no source says.
 */
export function scoreQuality(
  { complaints, ...scores }: QualityOpinion,
  facts: QualityFacts,
): QualityAssessment {
  const { parts } = facts;
  const words = reportWords[facts.language];
  const answered = parts.filter(({ isAnswered }) => isAnswered).length;
  const share = parts.length === 0 ? 1 : answered / parts.length;
  const most = { accuracy: facts.supported, completeness: share, relevance: 1, clarity: 1 };
  const dimensions = DIMENSIONS.map((name) => ({
    name,
    score: Math.round(Math.min(100 * most[name], Math.max(0, scores[name]))),
    reason: phrases[facts.language][name],
  }));
  const total = dimensions.reduce((sum, { score }) => sum + score, 0);
  const tooLow = dimensions.filter(({ score }) => score < LEAST_SCORE);
  const open = parts.filter(({ isAnswered }) => !isAnswered);
  const said = [
    ...tooLow.map((low) => words.tooLow(words.dimensions[low.name] ?? '', low.score, LEAST_SCORE)),
    ...open.map(({ question }) => words.unanswered(question)),
    ...complaints,
  ];
  const { threshold } = facts;
  const isPassed = total >= threshold && tooLow.length === 0;
  const verdict = { complaints: said.length === 0 ? undefined : said, total, threshold, isPassed };
  return { dimensions, parts: [...parts], ...verdict };
}
