import type { AnchorText } from './judge/judge.js';
import type { ResearchState } from './state.js';

/** The query anchor as a judge needs it. Throws before clarification has ended. */
export function anchorTextOf({ anchor }: Pick<ResearchState, 'anchor'>): AnchorText {
  if (anchor === undefined) throw new Error('the research has no anchor yet');
  const { originalQuery, detectedLanguage: language, keyEntities, scope, refinements } = anchor;
  return { originalQuery, language, keyEntities, scope, refinements };
}
