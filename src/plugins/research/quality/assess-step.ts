import { anchorTextOf } from '../anchor-text.js';
import { languageOf } from '../clarify/inquiry.js';
import type { Judging } from '../judge/judging.js';
import { linkedStatements, shareSupported } from '../sources/link-statements.js';
import type { QualityAssessment, ResearchState } from '../state.js';
import type { StepTools } from '../research-step.js';
import { entriesOf } from '../synthesis/evidence.js';
import { questionExclusionsOf } from '../text/exclusions.js';
import { questionParts } from '../../../language/question-parts.js';
import { comparable } from '../text/terms.js';
import { scoreQuality } from './score.js';

/** Scores the draft: what can be counted is counted, the rest is judged. */
export async function assess(
  state: Readonly<ResearchState>,
  tools: StepTools,
  judging: Judging,
): Promise<{ quality: QualityAssessment }> {
  const { draft, taskSummaries, options } = state;
  if (draft === undefined) throw new Error('there is no draft to assess');
  const anchor = anchorTextOf(state);
  const { language } = anchor;
  const statements = await linkedStatements(draft, entriesOf(state, draft), tools, language);
  const supported = shareSupported(statements);
  const questions = questionsOf(state);
  const answers = await judging.ask('answered', {
    anchor,
    questions,
    statements: statements.filter(({ sources }) => sources.length > 0).map(({ text }) => text),
  });
  const parts = questions.map((question, at) => {
    return { question, isAnswered: (answers[at] ?? []).length > 0 };
  });
  const opinion = await judging.ask('assessQuality', {
    anchor,
    tasks: taskSummaries.map(({ task, summary }) => ({ task, summary })),
    draft: { title: draft.title, sections: draft.sections },
    supported,
  });
  const facts = { supported, parts, threshold: options.qualityThreshold, language };
  return { quality: scoreQuality(opinion, facts) };
}

/** What a report is to answer: the parts of the question, then the tasks that a person approved. */
function questionsOf({ query, tasks, ...state }: Readonly<ResearchState>): string[] {
  const { question } = questionExclusionsOf(query);
  const approved = tasks.filter(({ origin }) => origin !== 'found').map(({ task }) => task);
  const asked = [...questionParts(question, languageOf({ query, ...state })), ...approved];
  const compared = asked.map(comparable);
  const isWhole = (text: string) => [question, query].map(comparable).includes(comparable(text));
  return asked.filter(
    (text, at) => compared.indexOf(compared[at] ?? '') === at && (at === 0 || !isWhole(text)),
  );
}
