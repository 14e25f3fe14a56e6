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
  /** What fits next best and is small enough to be offered beside. */
  next: readonly string[];
  /** Tools that were called or found. */
  sticky: readonly string[];
  /** By which the rest is dropped, the lowest first. */
  scores: ReadonlyMap<string, number>;
  /** How many may be offered; the best and the sticky ones are even beyond. */
  budget: number;
}

/**
 * The tools to offer, in their order. The list of before stays as long as it has all of the best but the last, since
 * any change costs what a model API has in its cache of tools, prompt and history. Else the best come in, beside
 * them, as far as there is room, those of before and of `next` that score best.
 */
export function keepOffering(keeping: Keeping): readonly string[] {
  const { before, best, next, sticky, scores, budget } = keeping;
  const lead = [...best.slice(0, Math.max(1, best.length - 1)), ...sticky];
  if (before.length > 0 && lead.every((name) => before.includes(name))) return before;
  const needed = new Set([...best, ...sticky]);
  const room = Math.max(0, budget - needed.size);
  const scoreOf = (name: string): number => scores.get(name) ?? -Infinity;
  const others = [...new Set([...before, ...next])].filter((name) => !needed.has(name));
  const beside = others.sort((a, b) => scoreOf(b) - scoreOf(a)).slice(0, room);
  const offered = new Set([...needed, ...beside]);
  return [...before.filter((name) => offered.delete(name)), ...offered];
}
