import type { ResearchOptions } from './state.js';

/** What each option of a research may be, and what it is when nothing is said. */
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
  const all = Object.entries(optionBounds).map(([name, { fallback }]) => {
    return [name, said[name as keyof ResearchOptions] ?? fallback];
  });
  return Object.fromEntries(all) as Record<keyof ResearchOptions, number>;
}
