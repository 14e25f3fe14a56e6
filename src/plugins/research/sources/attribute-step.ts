import { defined } from '../../../foundation/defined.js';
import { anchorTextOf } from '../anchor-text.js';
import { placesTogether, type Judging } from '../judge/judging.js';
import type { Report, ResearchState } from '../state.js';
import type { StepTools } from '../research-step.js';
import { entriesOf } from '../synthesis/evidence.js';
import { citableBlocks, linkStatements } from './link-statements.js';
import { notFound } from './not-found.js';

/** Links every statement of the draft to blocks of the documents; counting decides, no judge. */
export async function attribute(
  state: Readonly<ResearchState>,
  tools: StepTools,
  judging: Judging,
): Promise<{ report: Report }> {
  const { draft, quality } = state;
  if (draft === undefined) throw new Error('there is no draft to attribute');
  const { language } = anchorTextOf(state);
  const blocks = await citableBlocks(entriesOf(state, draft), tools);
  const { sections, sources } = linkStatements(draft.sections, blocks, language);
  const report = {
    title: draft.title,
    language,
    sections,
    sources,
    ...defined({ quality, notFound: notFound(state, sources, language) }),
    notes: placesTogether(judging.notes(state.notes), language),
  };
  return { report };
}
