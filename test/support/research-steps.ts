import type {
  ContextEntry,
  ResearchState,
  ResearchTask,
  TaskResult,
} from '../../src/plugins/research/state.js';
import { searchOutside } from '../../src/plugins/research/outside/search-outside.js';
import type { ResearchSteps, StepTools } from '../../src/plugins/research/research-step.js';

/** Called before each step does its work, with a name that is unique within a research. */
export type BeforeStep = (step: string, signal: AbortSignal) => Promise<void> | void;

/**
 * Steps without any judgement: what each answers follows from the state alone, so that two researches
 * with the same replies end alike. A reply `/end` ends clarification; task 1 proposes one more task,
 * and the first draft is not good enough, so that every way of the table can be gone.
 */
export function plainSteps(before: BeforeStep = () => {}): ResearchSteps {
  const notify =
    <P>(name: string, work: (state: Readonly<ResearchState>, tools: StepTools) => P) =>
    async (state: Readonly<ResearchState>, tools: StepTools, signal: AbortSignal): Promise<P> => {
      const { iteration } = state.clarification;
      await before(`${name} ${iteration}${state.isRemediated ? ' again' : ''}`, signal);
      signal.throwIfAborted();
      tools.spend({ inputTokens: 2, outputTokens: 1 });
      return work(state, tools);
    };
  return {
    ...clarifySteps(notify),
    plan: notify('plan', () => ({ tasks: [1, 2, 3].map(plannedTask) })),
    extract: async (_state, task, tools, signal) => {
      await before(`extract ${task.id}`, signal);
      signal.throwIfAborted();
      tools.progress({ note: `reading for ${task.id}` });
      tools.spend({ inputTokens: 10, outputTokens: 5 });
      return resultOf(task);
    },
    collect: (state, results) => ({
      primaryContext: [...state.primaryContext, ...results.flatMap(({ entries }) => entries)],
      secondaryContext: state.secondaryContext,
      tertiaryContext: state.tertiaryContext,
      taskSummaries: [...state.taskSummaries, ...results.map(({ summary }) => summary)],
      preservedQuotes: state.preservedQuotes,
      searches: [...state.searches, ...results.flatMap(({ searches }) => searches)],
      visitedReferences: state.visitedReferences,
    }),
    outside: (state, _tools, signal) => searchOutside(state, [], signal),
    ...reportSteps(notify),
  };
}

type Notify = <P>(
  name: string,
  work: (state: Readonly<ResearchState>, tools: StepTools) => P,
) => (state: Readonly<ResearchState>, tools: StepTools, signal: AbortSignal) => Promise<P>;

function clarifySteps(notify: Notify) {
  const onLast = (
    { clarification }: Readonly<ResearchState>,
    more: Partial<ResearchState['clarification']['rounds'][number]>,
  ) => ({
    clarification: {
      ...clarification,
      rounds: clarification.rounds.map((round, index) =>
        index === clarification.iteration ? { ...round, ...more } : round,
      ),
    },
  });
  return {
    init: notify('init', (state) => ({
      language: state.language ?? ('en' as const),
    })),
    generate_queries: notify('generate_queries', ({ query, clarification }) => ({
      clarification: {
        ...clarification,
        rounds: [...clarification.rounds, emptyRound(clarification.iteration, query)],
      },
    })),
    retrieve: notify('retrieve', (state) => onLast(state, { found: 4, dedupRatio: 0.5 })),
    analyze: notify('analyze', (state) => onLast(state, { coverage: 0.4, gaps: ['when', 'who'] })),
    ask: notify('ask', (state) => onLast(state, { questions: ['When?', 'Who?'] })),
    process_reply: notify('process_reply', (state) => {
      const { clarification } = state;
      const said = clarification.conversation.at(-1)?.text ?? '';
      const goesOn = { ...clarification, iteration: clarification.iteration + 1 };
      const ends = { ...clarification, isActive: false, terminationReason: 'user_end' as const };
      return {
        clarification: said === '/end' ? ends : goesOn,
        queryAnalysis: analysisOf(state, said),
      };
    }),
    finalize: notify('finalize', (state, { now }) => ({
      clarification: { ...state.clarification, isActive: false },
      anchor: {
        originalQuery: state.query,
        detectedLanguage: state.language ?? ('en' as const),
        keyEntities: [],
        scope: '',
        refinements: state.queryAnalysis?.refinements ?? [],
        createdAt: now.toISOString(),
      },
      researchQueries:
        state.researchQueries.length > 0 ? state.researchQueries : [state.query, 'another'],
      additionalContext: '',
      clarificationSummary: '',
    })),
  };
}

function reportSteps(notify: Notify) {
  return {
    validate: notify('validate', ({ primaryContext, secondaryContext, tertiaryContext }) => ({
      primaryContext,
      secondaryContext,
      tertiaryContext,
      drift: { checked: primaryContext.length, removed: 0, ratio: 0, items: [] },
    })),
    synthesize: notify('synthesize', (state) => ({ draft: draftOf(state, 'first') })),
    assess: notify('assess', ({ draft, options }) => {
      const isPassed = draft?.title === 'better';
      const total = isPassed ? 300 : 100;
      return { quality: { dimensions: [], total, threshold: options.qualityThreshold, isPassed } };
    }),
    remediate: notify('remediate', (state) => ({ draft: draftOf(state, 'better') })),
    attribute: notify('attribute', ({ draft, language, notes }) => ({
      report: {
        title: draft?.title ?? '',
        language: language ?? ('en' as const),
        sections: draft?.sections ?? [],
        sources: [],
        notes,
      },
    })),
  };
}

function draftOf({ taskSummaries }: Readonly<ResearchState>, title: string) {
  const statements = taskSummaries.map(({ summary }) => ({ text: summary, sources: [1] }));
  return { title, sections: [{ heading: '', statements }], evidence: [] };
}

function analysisOf({ query, queryAnalysis }: Readonly<ResearchState>, said: string) {
  return {
    originalQuery: query,
    keyConcepts: [],
    entities: [],
    scope: '',
    assumedContext: [],
    clarificationNeeded: true,
    refinements: [...(queryAnalysis?.refinements ?? []), said],
  };
}

function emptyRound(iteration: number, query: string) {
  const queries = [query, `${query} a`, `${query} b`];
  const nothing = { chunks: [], concepts: [], gaps: [], questions: [], questionGaps: [] };
  return { iteration, queries, found: 0, dedupRatio: 0, coverage: 0, ...nothing };
}

function plannedTask(id: number): ResearchTask {
  const said = { task: `task ${id}`, context: '', subtasks: [] };
  return { id, ...said, origin: 'plan', state: 'pending' };
}

/** What a plain task brings; the first one proposes another. */
export function resultOf({ id, task }: ResearchTask): TaskResult {
  const place = { documentId: 'd', document: 'Document', blockIds: ['b'], heading: '' };
  const entry = {
    ...place,
    chunkId: `chunk-${id}`,
    chunk: task,
    extractedInfo: task,
    relevanceScore: 0.9,
    contextTier: 1,
    contextWeight: 1,
    depth: 0,
    sourceType: 'vector_search',
    taskId: id,
  } as unknown as ContextEntry;
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
