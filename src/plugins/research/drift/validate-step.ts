import { defined } from '../../../foundation/defined.js';
import { anchorTextOf } from '../anchor-text.js';
import type { AnchorText } from '../judge/judge.js';
import type { Judging } from '../judge/judging.js';
import type { ContextEntry, DriftReport, ResearchState } from '../state.js';
import type { StepTools } from '../research-step.js';
import { excerptOf } from '../text/place.js';
import { DRIFT_WARNING, filterDrift } from './filter-drift.js';
import { keepForTasks } from './keep-for-tasks.js';

const phrases = {
  de: (share: string) =>
    `${share} der Fundstellen hatten zu wenig mit der Frage zu tun und wurden aussortiert (Schwelle der Warnung: ${percent(DRIFT_WARNING)}). Die Frage enger zu fassen kann helfen.`,
  en: (share: string) =>
    `${share} of the passages had too little to do with the question and were taken out (warned above ${percent(DRIFT_WARNING)}). A narrower question may help.`,
} as const;

/** Holds all that was kept against the anchor, and what that would leave a task without against the task; takes out what has drifted. */
export async function validate(
  state: Readonly<ResearchState>,
  _tools: StepTools,
  judging: Judging,
) {
  const anchor = anchorTextOf(state);
  const entries = [...state.primaryContext, ...state.secondaryContext, ...state.tertiaryContext];
  const rate = async (about: AnchorText, rated: readonly ContextEntry[]) => {
    const excerpts = rated.map((entry) => ({ ...excerptOf(entry), info: entry.extractedInfo }));
    const scores =
      excerpts.length === 0 ? [] : await judging.ask('relevance', { anchor: about, excerpts });
    return rated.map((_, at) => scores[at] ?? 0);
  };
  const filtered = filterDrift(entries, await rate(anchor, entries));
  const { tasks, searches } = state;
  const asked = { tasks, searches, anchor, rate };
  const { kept, removed } = await keepForTasks(entries, filtered, asked);
  const ratio = entries.length === 0 ? 0 : removed.length / entries.length;
  const isWarned = ratio > DRIFT_WARNING;
  const warning = isWarned ? phrases[anchor.language](percent(ratio)) : undefined;
  if (warning !== undefined) judging.tell(warning);
  const tier = (wanted: ContextEntry['contextTier']) =>
    kept.filter(({ contextTier }) => contextTier === wanted);
  const drift: DriftReport = {
    checked: entries.length,
    removed: removed.length,
    ratio,
    ...defined({ warning }),
    items: removed.map(({ item, score }) => {
      const { chunkId, document, contextTier } = item;
      return { chunkId, document, contextTier, score };
    }),
  };
  return {
    primaryContext: tier(1),
    secondaryContext: tier(2),
    tertiaryContext: tier(3),
    drift,
  };
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
