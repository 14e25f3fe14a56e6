import { anchorTextOf } from '../anchor-text.js';
import type { Judging } from '../judge/judging.js';
import { supportedShare } from '../sources/link-statements.js';
import type { QualityAssessment, ResearchState } from '../state.js';
import type { StepTools } from '../research-step.js';
import { entriesOf } from '../synthesis/evidence.js';
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
  const supported = await supportedShare(draft, entriesOf(state, draft), tools, language);
  const opinion = await judging.ask('assessQuality', {
    anchor,
    tasks: taskSummaries.map(({ task, summary }) => ({ task, summary })),
    draft: { title: draft.title, sections: draft.sections },
    supported,
  });
  const facts = { supported, threshold: options.qualityThreshold, language };
  return { quality: scoreQuality(opinion, facts) };
}
