/** What {@link keepOffering} decides by; core tools are in none of it. */
interface Candidates {
  /** Offered last, in that order, as far as it may be offered now. */
  before: readonly string[];
  /** What fits best, best first. */
  best: readonly string[];
  /** Tools that were called or found. */
  sticky: readonly string[];
  /** By which the rest is dropped, the lowest first. */
  scores: ReadonlyMap<string, number>;
  /** How many may be offered; the best and the sticky ones are even beyond. */
  budget: number;
}

/**
 * The tools to offer, in their order: what stands from before, and behind it what is new of the best, since a model
 * API reads the beginning of a request from its cache as long as it stays the same. Beyond the budget those of before
 * go that score lowest. At first it is the best alone.
 */
export function keepOffering(candidates: Candidates): readonly string[] {
  const { before, best, sticky, scores, budget } = candidates;
  const needed = new Set([...best, ...sticky]);
  if (before.length > 0 && [...needed].every((name) => before.includes(name))) return before;
  const room = Math.max(0, budget - needed.size);
  const scoreOf = (name: string): number => scores.get(name) ?? -Infinity;
  const others = before.filter((name) => !needed.has(name));
  const beside = others.sort((a, b) => scoreOf(b) - scoreOf(a)).slice(0, room);
  const offered = new Set([...needed, ...beside]);
  return [...before.filter((name) => offered.delete(name)), ...offered];
}
