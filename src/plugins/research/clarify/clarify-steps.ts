import type {
  Clarification,
  ClarificationRound,
  QueryAnalysis,
  QueryAnchor,
  ResearchState,
  RetrievedChunk,
  TerminationReason,
} from '../state.js';
import { contentWords } from '../../../language/question-language.js';
import type { JudgedStep } from '../steps.js';
import { comparable, excerptOf, placeOf, searchNotes } from '../judge/material.js';
import { clarifiedChunks, inquiryOf, knownPassages, languageOf } from './inquiry.js';

const CONCEPTS = 12;
const SHOWN = 20;
const RESEARCH_QUERIES = 3;
const CONVERGENCE = { coverage: 0.8, dedupRatio: 0.7, gaps: 2 } as const;
/** Ends clarification, alone or before more text. */
const END = /^\s*\/end\b/i;

export const init: JudgedStep = async (state) => {
  const language = languageOf(state);
  const queryAnalysis: QueryAnalysis = {
    originalQuery: state.query,
    keyConcepts: [...new Set(contentWords(state.query, language))].slice(0, CONCEPTS),
    entities: [],
    scope: state.query,
    assumedContext: [],
    clarificationNeeded: state.researchQueries.length === 0,
    refinements: [],
  };
  return { language, queryAnalysis };
};

export const generateQueries: JudgedStep = async (state, _tools, judge) => {
  const { clarification, query } = state;
  const others = await judge.ask('alternative_queries', inquiryOf(state));
  const round: ClarificationRound = {
    iteration: clarification.iteration,
    queries: [query, ...others],
    chunks: [],
    found: 0,
    dedupRatio: 0,
    concepts: [],
    gaps: [],
    coverage: 0,
    questions: [],
    questionGaps: [],
  };
  return { clarification: { ...clarification, rounds: [...clarification.rounds, round] } };
};

export const retrieve: JudgedStep = async (state, tools, judge) => {
  const { clarification, options } = state;
  const round = currentRound(state);
  const retrieved: RetrievedChunk[] = [];
  for (const query of round.queries) {
    const answer = await tools.search(query, options.topK);
    for (const note of searchNotes(answer, languageOf(state))) judge.tell(note);
    for (const passage of answer.passages)
      retrieved.push({ ...placeOf(passage), score: passage.score, query });
    tools.progress({ query, found: answer.passages.length });
  }
  const { fresh, ratio } = deduplicate(retrieved, clarifiedChunks(state));
  const fields = { chunks: fresh, found: retrieved.length, dedupRatio: ratio };
  return { clarification: withRound(clarification, fields) };
};

export const analyze: JudgedStep = async (state, _tools, judge) => {
  const passages = clarifiedChunks(state).slice(0, SHOWN).map(excerptOf);
  const analysis = await judge.ask('analyse_context', { ...inquiryOf(state), passages });
  const keyConcepts = analysis.concepts.slice(0, CONCEPTS);
  const queryAnalysis = { ...analysisOf(state), keyConcepts };
  return { clarification: withRound(state.clarification, analysis), queryAnalysis };
};

export const ask: JudgedStep = async (state, tools, judge) => {
  const passages = clarifiedChunks(state).slice(0, SHOWN).map(excerptOf);
  const asked = await judge.ask('follow_up_questions', { ...inquiryOf(state), passages });
  const questions = asked.map(({ question }) => question);
  const questionGaps = asked.map(({ gap }) => gap);
  const clarification = withRound(state.clarification, { questions, questionGaps });
  return { clarification: withTurn(clarification, 'assistant', questions.join('\n'), tools.now) };
};

export const processReply: JudgedStep = async (state, _tools, judge) => {
  const round = currentRound(state);
  const { reply = '' } = round;
  const said = reply.replace(END, '').trim();
  const questions = round.questions.map((question, at) => ({
    question,
    gap: round.questionGaps[at] ?? '',
  }));
  const read =
    said === ''
      ? { refinements: [], dismissed_gaps: [] }
      : await judge.ask('read_reply', { ...inquiryOf(state), questions, reply: said });
  const before = analysisOf(state);
  const refinements = [...new Set([...before.refinements, ...read.refinements])];
  const queryAnalysis = { ...before, refinements };
  const dismissedGaps = read.dismissed_gaps;
  const clarification = withRound(state.clarification, { dismissedGaps });
  const gaps = round.gaps.filter((gap) => !dismissedGaps.includes(gap));
  const reason = terminationOf(reply, { ...round, gaps }, state.options.maxIterations);
  if (reason === undefined) {
    const iteration = clarification.iteration + 1;
    return { queryAnalysis, clarification: { ...clarification, iteration } };
  }
  const ended = { isActive: false, terminationReason: reason };
  return { queryAnalysis, clarification: { ...clarification, ...ended } };
};

/** Ends clarification: from here on everything is held against the anchor that is made here. */
export const finalize: JudgedStep = async (state, tools, judge) => {
  const isSkipped = state.researchQueries.length > 0;
  const passages = await knownPassages(state, tools);
  const facts = await judge.ask('anchor', { ...inquiryOf(state), passages });
  const { key_entities: keyEntities, scope, context_summary: summary, parts = [] } = facts;
  const analysis = analysisOf(state);
  const { refinements } = analysis;
  const anchor: QueryAnchor = {
    originalQuery: state.query,
    parts: parts.length > 1 ? parts : undefined,
    detectedLanguage: languageOf(state),
    keyEntities,
    scope,
    refinements,
    createdAt: tools.now.toISOString(),
  };
  const { clarification } = state;
  const terminationReason = isSkipped ? 'skipped' : clarification.terminationReason;
  return {
    clarification: { ...clarification, isActive: false, terminationReason },
    queryAnalysis: { ...analysis, entities: keyEntities, scope, clarificationNeeded: false },
    anchor,
    researchQueries: isSkipped
      ? state.researchQueries
      : facts.research_queries.slice(0, RESEARCH_QUERIES),
    additionalContext: [...refinements, summary].filter(Boolean).join('\n'),
    clarificationSummary: summary,
  };
};

function analysisOf({ queryAnalysis }: Readonly<ResearchState>): QueryAnalysis {
  if (queryAnalysis === undefined) throw new Error('the question was not analysed yet');
  return queryAnalysis;
}

function currentRound({ clarification }: Readonly<ResearchState>): ClarificationRound {
  const round = clarification.rounds.at(-1);
  if (round === undefined) throw new Error('clarification has no round yet');
  return round;
}

export function withTurn(
  clarification: Clarification,
  role: 'user' | 'assistant',
  text: string,
  at: Date,
): Clarification {
  const turn = { role, text, at: at.toISOString() };
  return { ...clarification, conversation: [...clarification.conversation, turn] };
}

export function withRound(
  clarification: Clarification,
  fields: Partial<ClarificationRound>,
): Clarification {
  const { rounds } = clarification;
  const changed = rounds.slice(-1).map((round) => ({ ...round, ...fields }));
  return { ...clarification, rounds: [...rounds.slice(0, -1), ...changed] };
}

/** Why clarification ends with this reply, if it does: the user's wish first, then the bound, then convergence. */
export function terminationOf(
  reply: string,
  round: Pick<ClarificationRound, 'iteration' | 'coverage' | 'dedupRatio' | 'gaps'>,
  maxIterations: number,
): TerminationReason | undefined {
  if (END.test(reply)) return 'user_end';
  if (round.iteration + 1 >= maxIterations) return 'max_iterations';
  const hasConverged =
    round.coverage >= CONVERGENCE.coverage &&
    round.dedupRatio >= CONVERGENCE.dedupRatio &&
    round.gaps.length <= CONVERGENCE.gaps;
  return hasConverged ? 'convergence' : undefined;
}

type Retrieved = Pick<RetrievedChunk, 'chunkId' | 'chunk'>;

/**
 * What was not seen before, in `known` or earlier here, by its id or content, and the share (0 to 1) of what was. Three
 * queries that find the same come to 2/3 in the first round, so that it cannot look exhausted.
 */
export function deduplicate<T extends Retrieved>(
  retrieved: readonly T[],
  known: readonly Retrieved[],
) {
  const seen = new Set(known.flatMap(keysOf));
  const fresh = retrieved.filter((each) => {
    const keys = keysOf(each);
    const isNew = !keys.some((key) => seen.has(key));
    for (const key of keys) seen.add(key);
    return isNew;
  });
  const repeated = retrieved.length - fresh.length;
  return { fresh, ratio: retrieved.length === 0 ? 0 : repeated / retrieved.length };
}

function keysOf({ chunkId, chunk }: Retrieved): string[] {
  const text = comparable(chunk);
  // Headings without text of their own are not alike for that.
  return text === '' ? [`id:${chunkId}`] : [`id:${chunkId}`, `text:${text}`];
}
