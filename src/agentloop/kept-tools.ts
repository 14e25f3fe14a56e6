/** How long a conversation's list is kept: no model API holds a prompt longer without an extra charge. */
const KEPT_MS = 60 * 60_000;
/** So many conversations are remembered; the one longest silent is forgotten first. */
const MAX_CONVERSATIONS = 5_000;

/** Whose list it is. */
export interface Conversation {
  userId: string;
  id: string;
}

interface KeptList {
  names: readonly string[];
  at: number;
}

/**
 * What each conversation's model was offered last, in that order. Model APIs read the beginning of a request from a
 * cache as long as it stays the same, and the tools are its beginning. In memory alone: a list that is lost
 * costs one request that nothing is read from the cache for.
 */
export class KeptTools {
  private readonly lists = new Map<string, KeptList>();

  constructor(private readonly now: () => number = () => Date.now()) {}

  /** The names offered last; none after an hour's silence. */
  of(conversation: Conversation, contextType: string): readonly string[] {
    const list = this.lists.get(keyOf(conversation, contextType));
    return list === undefined || this.now() - list.at > KEPT_MS ? [] : list.names;
  }

  /** Remembers what is offered now. */
  keep(conversation: Conversation, contextType: string, names: readonly string[]): void {
    const key = keyOf(conversation, contextType);
    this.lists.delete(key);
    this.lists.set(key, { names, at: this.now() });
    const [oldest] = this.lists.keys();
    if (this.lists.size > MAX_CONVERSATIONS && oldest !== undefined) this.lists.delete(oldest);
  }
}

function keyOf({ userId, id }: Conversation, contextType: string): string {
  return JSON.stringify([userId, id, contextType]);
}

/** What {@link keepOffering} decides by; core tools are in none of it. */
export interface Keeping {
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
export function keepOffering(keeping: Keeping): readonly string[] {
  const { before, best, sticky, scores, budget } = keeping;
  const needed = new Set([...best, ...sticky]);
  if (before.length > 0 && [...needed].every((name) => before.includes(name))) return before;
  const room = Math.max(0, budget - needed.size);
  const scoreOf = (name: string): number => scores.get(name) ?? -Infinity;
  const others = before.filter((name) => !needed.has(name));
  const beside = others.sort((a, b) => scoreOf(b) - scoreOf(a)).slice(0, room);
  const offered = new Set([...needed, ...beside]);
  return [...before.filter((name) => offered.delete(name)), ...offered];
}
