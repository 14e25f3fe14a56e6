import type { Reference } from '../../../references/reader.js';
import { findReferences } from '../../../references/find-references.js';
import type { FollowedReference } from '../state.js';
import type { ReferencedText, ResolvedReference } from './library.js';

export interface ReferringText {
  chunkId: string;
  documentId: string;
  chunk: string;
  blockIds: readonly string[];
  /** References that a model saw in it, as it wrote them down. */
  written?: readonly string[];
}

export type ReachedText = ReferencedText & { depth: number; reference: string };

export interface FollowLimits {
  maxDepth: number;
  tokenBudget: number;
  perLevel: number;
}

export interface FollowDeps {
  visited: readonly string[];
  resolve(reference: Reference, from: ReferringText): Promise<ResolvedReference>;
  rate(text: ReferencedText): number;
  /** Reads the texts of a level, before their references are looked for; answers what a model saw in each. */
  read(texts: readonly ReachedText[]): Promise<readonly (readonly string[])[]>;
}

interface Candidate extends ResolvedReference {
  raw: string;
  from: ReferringText;
  rating: number;
  times: number;
}

const TOLD_PER_LEVEL = 20;
const CHARS_PER_TOKEN = 4;

/** Level by level, the most fitting first, to the depth, the end of the budget, or a level with nothing new; nothing twice. */
export async function followReferences(
  start: readonly ReferringText[],
  limits: FollowLimits,
  deps: FollowDeps,
): Promise<{ references: FollowedReference[]; visited: string[] }> {
  const walk = new Walk(start, limits, deps.visited);
  let level = start;
  for (let depth = 1; depth <= limits.maxDepth; depth += 1) {
    const candidates = await candidatesOf(level, deps, walk.visited);
    const taken = walk.take(candidates, depth);
    if (taken.length === 0) break;
    const written = await deps.read(taken);
    level = taken.map((text, at) => ({ ...text, written: written[at] ?? [] }));
  }
  return { references: walk.references, visited: [...walk.visited] };
}

class Walk {
  readonly visited: Set<string>;
  private readonly blockIds: Set<string>;
  readonly references: FollowedReference[] = [];
  private left: number;

  constructor(
    start: readonly ReferringText[],
    private readonly limits: FollowLimits,
    visited: readonly string[],
  ) {
    this.visited = new Set(visited);
    this.blockIds = new Set(start.flatMap(({ blockIds }) => blockIds));
    this.left = limits.tokenBudget * CHARS_PER_TOKEN;
  }

  /** Takes the best candidates into the walk; the others are told of with their reason. */
  take(candidates: readonly Candidate[], depth: number): ReachedText[] {
    const taken: ReachedText[] = [];
    let told = 0;
    for (const candidate of candidates) {
      const reason = this.reasonAgainst(candidate, taken.length);
      if (reason === undefined && candidate.text !== undefined) {
        taken.push(this.enter(candidate, candidate.text, depth));
      } else if (told < TOLD_PER_LEVEL) {
        told += 1;
        this.tell(candidate, depth, reason);
      }
    }
    return taken;
  }

  private reasonAgainst({ text, reason }: Candidate, taken: number): string | undefined {
    if (text === undefined) return reason ?? 'not_found';
    // Its heading alone may be known from a neighbour that begins in the same place.
    if (text.blockIds.slice(1).every((id) => this.blockIds.has(id))) return 'already_read';
    if (taken >= this.limits.perLevel) return 'level_full';
    return text.chunk.length <= this.left ? undefined : 'budget';
  }

  private enter(candidate: Candidate, text: ReferencedText, depth: number): ReachedText {
    this.left -= text.chunk.length;
    this.visited.add(candidate.key);
    for (const id of text.blockIds) this.blockIds.add(id);
    this.tell(candidate, depth, undefined);
    return { ...text, depth, reference: candidate.raw };
  }

  private tell(candidate: Candidate, depth: number, reason: string | undefined): void {
    const { key, raw, type, from, text } = candidate;
    this.references.push({
      key,
      raw,
      type,
      depth,
      found: text !== undefined,
      fromChunkId: from.chunkId,
      chunkIds: reason === undefined && text !== undefined ? [text.chunkId] : [],
      heading: text?.heading,
      reason,
    });
  }
}

async function candidatesOf(
  level: readonly ReferringText[],
  deps: FollowDeps,
  visited: ReadonlySet<string>,
): Promise<Candidate[]> {
  const found = new Map<string, Candidate>();
  for (const from of level) {
    for (const reference of referencesOf(from)) {
      const resolved = await deps.resolve(reference, from);
      if (visited.has(resolved.key)) continue;
      const known = found.get(resolved.key);
      if (known !== undefined) known.times += 1;
      else {
        const rating = resolved.text === undefined ? 0 : deps.rate(resolved.text);
        found.set(resolved.key, { ...resolved, raw: reference.raw, from, rating, times: 1 });
      }
    }
  }
  return [...found.values()].sort((a, b) => worth(b) - worth(a));
}

const PER_MENTION = 0.05;

function worth({ rating, times }: Candidate): number {
  return rating + PER_MENTION * Math.min(times - 1, 4);
}

/** The references of a text by pattern, and those a model saw besides. */
function referencesOf({ chunk, written = [] }: ReferringText): Reference[] {
  const own = findReferences(chunk);
  const keys = new Set(own.map(nameOf));
  const others = written.flatMap((each) => findReferences(each).slice(0, 1));
  return [...own, ...others.filter((each) => !keys.has(nameOf(each)))];
}

function nameOf({ kind, number, document = '' }: Reference): string {
  return `${kind} ${number} ${document}`;
}
