import type { Passage } from '../../../knowledge/retrieval/search.js';
import { detectLanguage } from '../../../knowledge/language.js';
import { languageOf as languageOfText } from '../../../language/question-language.js';
import { type Excerpt, type Inquiry, excerptOf, placeOf } from '../judge/material.js';
import type { ClarificationRound, QueryAnchor, ResearchState, RetrievedChunk } from '../state.js';
import type { StepTools } from '../steps.js';

const SHOWN = 12;

/** The language of a research; before its first step is done, that of its question: a short one goes by any word that tells, and umlauts. */
export function languageOf({ query, language }: Pick<ResearchState, 'query' | 'language'>) {
  const found = language ?? detectLanguage(query);
  return found === 'simple' ? languageOfText(query) : found;
}

export function anchorOf({ anchor }: Pick<ResearchState, 'anchor'>): QueryAnchor {
  if (anchor === undefined) throw new Error('the research has no anchor yet');
  return anchor;
}

export function inquiryOf(state: Readonly<ResearchState>): Inquiry {
  const { rounds } = state.clarification;
  const analysed = rounds.findLast(({ concepts }) => concepts.length > 0);
  const dismissed = rounds.flatMap(({ dismissedGaps = [] }) => dismissedGaps);
  return {
    question: state.query,
    language: languageOf(state),
    refinements: state.queryAnalysis?.refinements ?? [],
    gaps: (analysed?.gaps ?? []).filter((gap) => !dismissed.includes(gap)),
    settled: settledGaps(rounds),
  };
}

function settledGaps(rounds: readonly ClarificationRound[]): string[] {
  const answered = rounds.filter(({ reply }) => reply !== undefined);
  const gaps = answered.flatMap(({ questionGaps, dismissedGaps = [] }) => [
    ...questionGaps,
    ...dismissedGaps,
  ]);
  return [...new Set(gaps.filter((gap) => gap !== ''))];
}

/** All passages that clarification found, the best first. */
export function clarifiedChunks({
  clarification,
}: Pick<ResearchState, 'clarification'>): RetrievedChunk[] {
  return clarification.rounds
    .flatMap(({ chunks }) => chunks)
    .sort((a, b) => b.score - a.score || (a.chunkId < b.chunkId ? -1 : 1));
}

/** The best passages as a judge reads them; where there was no clarification, what the research queries find. */
export async function knownPassages(
  state: Readonly<ResearchState>,
  tools: Pick<StepTools, 'search'>,
): Promise<Excerpt[]> {
  const known = clarifiedChunks(state);
  if (known.length > 0) return known.slice(0, SHOWN).map(excerptOf);
  const found = new Map<string, Passage>();
  for (const query of state.researchQueries) {
    const { passages } = await tools.search(query, state.options.topK);
    for (const passage of passages) found.set(passage.chunkId, passage);
  }
  return [...found.values()].slice(0, SHOWN).map((passage) => excerptOf(placeOf(passage)));
}
