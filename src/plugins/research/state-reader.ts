import { type AppError, conflict, invalidRequest } from '../../foundation/errors.js';
import { isObject, type JsonObject } from '../../foundation/json.js';
import { STATE_VERSION, type ResearchState, type ResearchOptions } from './state.js';

export interface NewResearch extends Pick<
  ResearchState,
  'query' | 'kb' | 'kbs' | 'options' | 'language'
> {
  /** Given: there is no clarification. */
  researchQueries?: readonly string[];
  isOutside?: boolean;
}

/** The refusal of a field that fits its class, and not what else is there. */
export function notValid(field: string, message: string): AppError {
  return invalidRequest(`The request is not valid: ${field} ${message}.`, [
    { path: field, message },
  ]);
}

/** In place of a knowledge base: all that hold a document that the user may read. */
export const ALL_BASES = '*';

export function basesOf({ kb, kbs }: Pick<ResearchState, 'kb' | 'kbs'>): readonly string[] {
  return kbs ?? [kb];
}

export function newState(
  { query, kb, kbs = [], options, language, researchQueries, isOutside = false }: NewResearch,
  services: readonly string[] = [],
): ResearchState {
  return {
    version: STATE_VERSION,
    query,
    kb,
    options,
    language,
    kbs: kbs.length > 1 ? kbs : undefined,
    outside: isOutside ? { services: [...services], searches: [] } : undefined,
    clarification: { isActive: true, iteration: 0, conversation: [], rounds: [] },
    researchQueries: [...(researchQueries ?? [])],
    additionalContext: '',
    clarificationSummary: '',
    tasks: [],
    nextTaskId: 1,
    planEdits: 0,
    primaryContext: [],
    secondaryContext: [],
    tertiaryContext: [],
    taskSummaries: [],
    preservedQuotes: [],
    searches: [],
    visitedReferences: [],
    isRemediated: false,
    notes: [],
    usage: { inputTokens: 0, outputTokens: 0 },
  };
}

/** Brings a state of an older version to the next one. */
const upgrades = new Map<unknown, (state: JsonObject) => JsonObject>([
  [1, (state) => ({ ...state, version: 2, planEdits: 0, nextTaskId: afterTasks(state['tasks']) })],
  [2, (state) => ({ ...state, version: 3, report: withoutDoubts(state['report']) })],
]);

/** Version 2 kept what a check by rules doubted, or a model and it disagreed on: that counts as not checked. */
function withoutDoubts(report: unknown): unknown {
  if (report === undefined) return undefined;
  const { sections, ...rest } = report as { sections: { statements: JsonObject[] }[] };
  const read = ({ doubt, dispute, ...statement }: JsonObject): JsonObject =>
    doubt === undefined && dispute === undefined
      ? statement
      : { ...statement, support: 'not_checked' };
  return {
    ...rest,
    sections: sections.map((each) => ({ ...each, statements: each.statements.map(read) })),
  };
}

function afterTasks(tasks: unknown): number {
  const ids = (tasks as readonly { id: number }[]).map(({ id }) => id);
  return Math.max(0, ...ids) + 1;
}

/** A stored state, upgraded; rejects with `conflict` one of a newer server, and what is none. */
export function readState(stored: unknown): ResearchState {
  let state: JsonObject = isObject(stored) ? stored : {};
  while (state['version'] !== STATE_VERSION) {
    const upgrade = upgrades.get(state['version']);
    if (upgrade === undefined)
      throw conflict(
        `The state of this research is of version ${String(state['version'])}; this server reads ${STATE_VERSION}` +
          ' and older. Start the newer server that wrote it, or start the research again.',
      );
    state = upgrade(state);
  }
  return state as unknown as ResearchState;
}

/** The same value with all names in snake_case; no object that is passed here has keys that are data. */
export function toSnakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toSnakeCase);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [wireName(key), toSnakeCase(item)]),
  );
}

export function wireName(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export const optionBounds: Readonly<
  Record<keyof ResearchOptions, { min: number; max: number; fallback: number }>
> = {
  maxIterations: { min: 1, max: 5, fallback: 5 },
  maxTasks: { min: 1, max: 15, fallback: 15 },
  topK: { min: 1, max: 20, fallback: 8 },
  maxDepth: { min: 0, max: 5, fallback: 2 },
  tokenBudget: { min: 0, max: 100_000, fallback: 20_000 },
  parallelTasks: { min: 1, max: 5, fallback: 2 },
  qualityThreshold: { min: 0, max: 400, fallback: 240 },
};

/** All options, with what was not said filled in; what was said is within its bounds already. */
export function withDefaults(said: Partial<ResearchOptions>): ResearchOptions {
  const names = Object.keys(optionBounds) as (keyof ResearchOptions)[];
  const all = names.map((name) => [name, said[name] ?? optionBounds[name].fallback]);
  return Object.fromEntries(all) as Record<keyof ResearchOptions, number>;
}
