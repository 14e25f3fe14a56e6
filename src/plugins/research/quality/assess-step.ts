import { anchorOf } from '../clarify/inquiry.js';
import { restDraft, shareSupported } from '../sources/link-statements.js';
import type { ResearchState } from '../state.js';
import type { JudgedStep } from '../research-step.js';
import { scoreQuality } from './score.js';
import { comparable } from '../text/place.js';

/** Scores the draft: what can be counted is counted, the rest is judged; without a judgement there is no score. */
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
