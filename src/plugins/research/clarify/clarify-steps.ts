import type { Judging } from '../judge/judging.js';
import type { QueryAnalysis, ResearchState, RetrievedChunk } from '../state.js';
import type { ResearchSteps, StepTools } from '../research-step.js';
import { excerptOf, placeOf } from '../text/place.js';
import { searchNotes } from '../text/search-notes.js';
import { termsOf } from '../text/terms.js';
import { deduplicate } from './deduplicate.js';
import { clarifiedChunks, inquiryOf, languageOf } from './inquiry.js';
import { currentRound, newRound, withRound } from './rounds.js';
import { endsClarification, terminationOf, withoutCommand } from './termination.js';

/** A step that judges: beside the fields it sets, the judging keeps what the report is to tell. */
type Judged<K extends keyof ResearchSteps> = (
  state: Readonly<ResearchState>,
  tools: StepTools,
  judging: Judging,
) => ReturnType<Extract<ResearchSteps[K], (...given: never[]) => unknown>>;

const CONCEPTS = 12;
const SHOWN = 20;

/** Tells the language of the question and what it names; no judge is asked. */
export const init: Judged<'init'> = async (state) => {
  const language = languageOf(state);
  const queryAnalysis: QueryAnalysis = {
    originalQuery: state.query,
    keyConcepts: termsOf(state.query, language)
      .map(({ word }) => word)
      .slice(0, CONCEPTS),
    entities: [],
    scope: state.query,
    assumedContext: [],
    clarificationNeeded: state.researchQueries.length === 0,
    refinements: [],
  };
  return { language, queryAnalysis };
};

/** Begins a round: the question and two alternatives. */
export const generateQueries: Judged<'generateQueries'> = async (state, _tools, judging) => {
  const { clarification, query } = state;
  const others = await judging.ask('alternativeQueries', inquiryOf(state));
  const round = newRound(clarification.iteration, [query, ...others]);
  return { clarification: { ...clarification, rounds: [...clarification.rounds, round] } };
};

/** Searches by each query of the round; keeps what came new. */
export const retrieve: Judged<'retrieve'> = async (state, tools, judging) => {
  const { clarification, options } = state;
  const round = currentRound(state);
  const retrieved: RetrievedChunk[] = [];
  for (const query of round.queries) {
    const answer = await tools.search(query, options.topK);
    const { passages } = answer;
    for (const note of searchNotes(answer, languageOf(state))) judging.tell(note);
    retrieved.push(
      ...passages.map((passage) => ({ ...placeOf(passage), score: passage.score, query })),
    );
    tools.progress({ query, found: passages.length });
  }
  const { fresh, ratio } = deduplicate(retrieved, clarifiedChunks(state));
  const fields = { chunks: fresh, found: retrieved.length, dedupRatio: ratio };
  return { clarification: withRound(clarification, fields) };
};

/** Judges what all rounds have found together. */
export const analyze: Judged<'analyze'> = async (state, _tools, judging) => {
  const passages = clarifiedChunks(state).slice(0, SHOWN).map(excerptOf);
  const analysis = await judging.ask('analyseContext', { ...inquiryOf(state), passages });
  const { concepts, gaps, coverage } = analysis;
  const queryAnalysis = { ...analysisOf(state), keyConcepts: concepts.slice(0, CONCEPTS) };
  const clarification = withRound(state.clarification, { concepts, gaps, coverage });
  return { clarification, queryAnalysis };
};

/** Asks the user about the gaps. */
export const ask: Judged<'ask'> = async (state, tools, judging) => {
  const passages = clarifiedChunks(state).slice(0, SHOWN).map(excerptOf);
  const asked = await judging.ask('followUpQuestions', { ...inquiryOf(state), passages });
  const questions = asked.map(({ question }) => question);
  const clarification = withRound(state.clarification, {
    questions,
    questionGaps: asked.map(({ gap }) => gap),
  });
  const turn = { role: 'assistant' as const, text: questions.join('\n'), at: isoTime(tools) };
  return {
    clarification: { ...clarification, conversation: [...clarification.conversation, turn] },
  };
};

/** Takes in what the user said, and decides whether another round follows. */
export const processReply: Judged<'processReply'> = async (state, _tools, judging) => {
  const round = currentRound(state);
  const reply = round.reply ?? '';
  const said = endsClarification(reply) ? withoutCommand(reply) : reply;
  const read = await readReply(state, said, judging);
  const analysis = analysisOf(state);
  const refinements = distinct([...analysis.refinements, ...read.refinements]);
  const queryAnalysis = { ...analysis, refinements };
  const dismissedGaps = read.dismissedGaps;
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

async function readReply(state: Readonly<ResearchState>, reply: string, judging: Judging) {
  if (reply.trim() === '') return { refinements: [], dismissedGaps: [] };
  const round = currentRound(state);
  const questions = round.questions.map((question, at) => ({
    question,
    gap: round.questionGaps[at] ?? '',
  }));
  return judging.ask('readReply', { ...inquiryOf(state), questions, reply });
}

/** What is known of the question. Throws before the first step. */
export function analysisOf({ queryAnalysis }: Pick<ResearchState, 'queryAnalysis'>): QueryAnalysis {
  if (queryAnalysis === undefined) throw new Error('the question was not analysed yet');
  return queryAnalysis;
}

function isoTime({ now }: Pick<StepTools, 'now'>): string {
  return now.toISOString();
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
