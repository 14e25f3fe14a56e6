import type {
  ContextEntry,
  QueryAnchor,
  ResearchState,
  ResearchTask,
  TaskResult,
} from '../../src/plugins/research/state.js';
import { searchOutside } from '../../src/plugins/research/research-steps.js';
import type { StepStage } from '../../src/plugins/research/stages.js';
import type { ResearchSteps, StepTools } from '../../src/plugins/research/steps.js';
import {
  begin,
  decidePlan,
  reply,
  stepDone,
  taskDone,
  type PlanItem,
  editedTasks,
} from '../../src/plugins/research/engine/moves.js';
import type { Change } from '../../src/plugins/research/research.model.js';
import { newState, withDefaults } from '../../src/plugins/research/state-reader.js';

/** Called before each step does its work, with a name that is unique within a research. */
type BeforeStep = (step: string, signal: AbortSignal) => Promise<void> | void;
type State = Readonly<ResearchState>;
type Work<P> = (state: State, tools: StepTools) => P;

/**
 * Steps without any judgement: what each answers follows from the state alone, so that two researches
 * with the same replies end alike. A reply `/end` ends clarification; task 1 proposes one more task,
 * and the first draft is not good enough, so that every way of the table can be gone.
 */
export function plainSteps(before: BeforeStep = () => {}): ResearchSteps {
  const notify: Notify = (name, work) => async (state, tools, signal) => {
    const { iteration } = state.clarification;
    await before(`${name} ${iteration}${state.isRemediated ? ' again' : ''}`, signal);
    signal.throwIfAborted();
    tools.spend({ inputTokens: 2, outputTokens: 1 });
    return work(state, tools);
  };
  return {
    ...clarifySteps(notify),
    plan: notify('plan', () => ({ tasks: [1, 2, 3].map((id) => taskOf(id)) })),
    extract: async (_state, task, tools, signal) => {
      await before(`extract ${task.id}`, signal);
      signal.throwIfAborted();
      tools.progress({ note: `reading for ${task.id}` });
      tools.spend({ inputTokens: 10, outputTokens: 5 });
      return resultOf(task);
    },
    collect: (state, results) => ({
      primaryContext: [...state.primaryContext, ...results.flatMap(({ entries }) => entries)],
      taskSummaries: [...state.taskSummaries, ...results.map(({ summary }) => summary)],
      searches: [...state.searches, ...results.flatMap(({ searches }) => searches)],
    }),
    outside: (state, _tools, signal) => searchOutside(state, [], signal),
    ...reportSteps(notify),
  };
}

type Notify = <P>(
  name: string,
  work: Work<P>,
) => (...given: [...Parameters<Work<P>>, signal: AbortSignal]) => Promise<P>;

type Round = State['clarification']['rounds'][number];

function clarifySteps(notify: Notify) {
  const onLast = ({ clarification }: State, more: Partial<Round>) => {
    const { iteration } = clarification;
    const round = { ...clarification.rounds[iteration], ...more } as Round;
    return {
      clarification: { ...clarification, rounds: clarification.rounds.with(iteration, round) },
    };
  };
  return {
    init: notify('init', ({ language = 'en' as const }) => ({ language })),
    generate_queries: notify('generate_queries', ({ query, clarification }) => {
      const rounds = [...clarification.rounds, emptyRound(clarification.iteration, query)];
      return { clarification: { ...clarification, rounds } };
    }),
    retrieve: notify('retrieve', (state) => onLast(state, { found: 4, dedupRatio: 0.5 })),
    analyze: notify('analyze', (state) => onLast(state, { coverage: 0.4, gaps: ['when', 'who'] })),
    ask: notify('ask', (state) => onLast(state, { questions: ['When?', 'Who?'] })),
    process_reply: notify('process_reply', ({ query, queryAnalysis, clarification }) => {
      const said = clarification.conversation.at(-1)?.text ?? '';
      const goesOn = { ...clarification, iteration: clarification.iteration + 1 };
      const ends = { ...clarification, isActive: false, terminationReason: 'user_end' as const };
      const refinements = [...(queryAnalysis?.refinements ?? []), said];
      const nothing = { keyConcepts: [], entities: [], scope: '', assumedContext: [] };
      return {
        clarification: said === '/end' ? ends : goesOn,
        queryAnalysis: { originalQuery: query, refinements, ...nothing, clarificationNeeded: true },
      };
    }),
    finalize: notify('finalize', (state, { now }) => {
      const { query, language = 'en', researchQueries: queries, queryAnalysis } = state;
      const { refinements = [] } = queryAnalysis ?? {};
      const asked = { detectedLanguage: language, refinements };
      return {
        clarification: { ...state.clarification, isActive: false },
        anchor: anchorOf(query, { ...asked, createdAt: now.toISOString() }),
        researchQueries: queries.length > 0 ? queries : [query, 'another'],
        additionalContext: '',
        clarificationSummary: '',
      };
    }),
  };
}

function reportSteps(notify: Notify) {
  return {
    validate: notify('validate', ({ primaryContext, secondaryContext, tertiaryContext }) => {
      const drift = { checked: primaryContext.length, removed: 0, ratio: 0, items: [] };
      return { primaryContext, secondaryContext, tertiaryContext, drift };
    }),
    synthesize: notify('synthesize', (state) => ({ draft: draftOf(state, 'first') })),
    assess: notify('assess', ({ draft, options }) => {
      const isPassed = draft?.title === 'better';
      const total = isPassed ? 300 : 100;
      return { quality: { dimensions: [], total, threshold: options.qualityThreshold, isPassed } };
    }),
    remediate: notify('remediate', (state) => ({ draft: draftOf(state, 'better') })),
    attribute: notify('attribute', ({ draft, language = 'en' as const, notes }) => {
      const { title = '', sections = [] } = draft ?? {};
      return { report: { title, language, sections, sources: [], notes } };
    }),
  };
}

function draftOf({ taskSummaries }: State, title: string) {
  const statements = taskSummaries.map(({ summary }) => ({ text: summary, sources: [1] }));
  return { title, sections: [{ heading: '', statements }], evidence: [] };
}

function emptyRound(iteration: number, query: string) {
  const queries = [query, `${query} a`, `${query} b`];
  const nothing = { chunks: [], concepts: [], gaps: [], questions: [], questionGaps: [] };
  return { iteration, queries, found: 0, dedupRatio: 0, coverage: 0, ...nothing };
}

/** A state without any step, of a question in German. */
export const stateOf = (more: Partial<ResearchState> = {}): ResearchState => {
  return { ...newState({ query: 'Frage', kb: 'acts', options: withDefaults({}) }), ...more };
};

/** A task of a plan. */
export const taskOf = (id: number, more: Partial<ResearchTask> = {}): ResearchTask => {
  const said = { task: `task ${id}`, context: '', subtasks: [] };
  return { id, ...said, origin: 'plan', state: 'pending', ...more };
};

/** What a question is held to, in English. */
export const anchorOf = (originalQuery: string, more: Partial<QueryAnchor> = {}): QueryAnchor => {
  const nothing = { keyEntities: [], scope: '', refinements: [], createdAt: '' };
  return { originalQuery, detectedLanguage: 'en', ...nothing, ...more };
};

/** A passage that was found. */
export const entryOf = (chunkId: string, more: Partial<ContextEntry> = {}): ContextEntry => {
  const place = { documentId: 'd', document: 'Document', heading: '', blockIds: [chunkId] };
  const rated = { relevanceScore: 0.9, contextTier: 1, contextWeight: 1, depth: 0 } as const;
  const sourceType = 'vector_search';
  return { chunkId, chunk: '', extractedInfo: '', ...place, ...rated, sourceType, ...more };
};

/** What a plain task brings; the first one proposes another. */
export function resultOf({ id, task }: ResearchTask): TaskResult {
  const entry = entryOf(`chunk-${id}`, { chunk: task, extractedInfo: task, taskId: id });
  const summary = `found ${task}`;
  return {
    taskId: id,
    entries: [entry],
    quotes: [],
    searches: [],
    visitedReferences: [],
    summary: { taskId: id, task, summary, keyFindings: [], documents: [], relevanceScore: 1 },
    newTasks: id === 1 ? [{ task: 'task found', context: 'by task 1' }] : [],
    notes: [],
  };
}

/** What a research is driven with. */
interface Drive {
  steps: ResearchSteps;
  tools: StepTools;
  /** The user's reply to a round, from 0. */
  reply(iteration: number, state: ResearchState): string;
  /** The plan as the user sends it back; without it as it was proposed. */
  plan?(tasks: readonly ResearchTask[]): PlanItem[];
  /** Called after each step, with the stage it was done at. */
  after?(stage: string, state: ResearchState): void;
}

const signal = new AbortController().signal;
const nothing = { inputTokens: 0, outputTokens: 0 };

/** Drives a research to its end by the engine's own moves, in memory, one step after the other. */
export async function driveResearch(first: ResearchState, drive: Drive): Promise<ResearchState> {
  let change = begin(first);
  let results: TaskResult[] = [];
  let steps = 0;
  for (let version = 1; change.run === 'running'; version += 1) {
    const { stage, work } = change;
    change = await nextChange(change, { version, steps }, results, drive);
    steps += change.steps;
    drive.after?.(stage, change.state);
    if (change.dropsResults) results = [];
    // What was launched before and not done yet continues beside what is launched now.
    if (stage === 'extract') change = { ...change, work: [...work.slice(1), ...change.work] };
  }
  const { failure, state } = change;
  if (failure !== undefined) throw new Error(`the research failed: ${failure.message}`);
  return state;
}

async function nextChange(
  { stage, state, work }: Change,
  counts: { version: number; steps: number },
  results: TaskResult[],
  drive: Drive,
): Promise<Change> {
  const at = { stage, state, ...counts };
  if (stage === 'awaiting_reply')
    return reply(at, drive.reply(state.clarification.iteration, state), drive.tools.now);
  if (stage === 'awaiting_approval')
    return decidePlan(at, editedTasks(state, drive.plan?.(state.tasks) ?? state.tasks), true);
  if (stage === 'extract') {
    const task = state.tasks.find(({ id }) => id === work[0]?.taskId);
    if (task === undefined) throw new Error('no task is to be done');
    const result = await drive.steps.extract(state, task, drive.tools, signal);
    results.push(result);
    return taskDone(at, result, nothing);
  }
  if (stage === 'collect')
    return stepDone(at, drive.steps.collect(state, results), nothing, results);
  const step = drive.steps[stage as StepStage];
  return stepDone(at, await step(state, drive.tools, signal), nothing);
}
