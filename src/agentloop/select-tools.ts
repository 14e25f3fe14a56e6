import { messageOf } from '../foundation/errors.js';
import type { JsonObject } from '../foundation/json.js';
import type { Logger } from '../foundation/logger.js';
import type { Catalog } from '../agenttools/catalog.js';
import { defined } from '../foundation/defined.js';
import type { LlmMessage } from '../llm/types.js';
import type { SearchText, WeightedText } from '../toolindex/search-text.js';
import type { Agent } from './agent.js';
import type { FallbackReason, OfferedTool } from './events.js';
import type { AbsentSource } from './source-tools.js';
import { keepOffering, type Conversation, type Keeping, type KeptTools } from './kept-tools.js';
import { withoutNearCopies } from './near-copies.js';
import { withNamedSources } from './named-sources.js';
import { noneFits } from './none-fits.js';
import { queryTurns } from './query-turns.js';
import { SHORTLIST_SIZE } from './shortlist.js';
import { foundBefore } from './found-before.js';

/** A tool name and its score for one query. */
export interface ToolMatch {
  name: string;
  score: number;
}

/** What the loop needs of the tool index; `reason` says why there is none at the moment. */
export interface ToolSearch {
  /**
   * Why nothing can be searched, or undefined when it can. Waits a bounded time while the index is built, and
   * tells the share that is done.
   */
  unavailable(
    signal?: AbortSignal,
    onProgress?: (share: number) => void,
  ): Promise<FallbackReason | undefined>;
  /**
   * The best `topK` of `allowed`, best first, and with `scoreAlso` the scores of these names too.
   * Rejects when the query cannot be embedded.
   */
  search(
    query: SearchText,
    options: {
      topK: number;
      minScore: number;
      allowed: ReadonlySet<string>;
      scoreAlso?: readonly string[];
      /** Whose message it is: what was learned from use counts by it. */
      userId?: string;
      signal?: AbortSignal;
    },
  ): Promise<{
    matches: ToolMatch[];
    scores: ReadonlyMap<string, number>;
    /** How much of what the query says the catalogue speaks of at all, from 0 to 1; absent: not told. */
    known?: number;
  }>;
  /** The names of the best `topK` of `allowed` by words alone, best first: needs no embedder and no wait. */
  searchWords(
    query: SearchText,
    options: { topK: number; allowed: ReadonlySet<string> },
  ): Promise<string[]>;
}

/** What selection depends on beside the request. */
export interface SelectionDeps {
  catalog: Catalog;
  search: ToolSearch;
  topK: number;
  minScore: number;
  logger: Logger;
  /** How each source stands; `find_tools` tells a source that is down from a tool that does not exist. */
  sources?: () => readonly { id: string; title: string; state: string }[];
  /** Below this fit (see `fitOf`) no ranked tool is offered; absent or 0: all are, whatever they score. */
  fitScore?: number;
  /** What was offered before stays, up to `budget` tools in all; absent: each message's tools are picked by themselves. */
  keep?: { lists: KeptTools; budget: number };
}

/** What is to be selected for. */
export interface SelectionRequest {
  agent: Agent;
  requestContext: JsonObject;
  message: string;
  history: readonly LlmMessage[];
  signal: AbortSignal;
  /** Whose list of before is kept; a request without one stands alone. */
  conversation?: Conversation;
  /** Told how far the index is, from 0 to 1, while the request waits for it. */
  onIndexing?: (share: number) => void;
}

/** The tools of a run's first turn, with the reason of each. */
export interface Selection {
  tools: OfferedTool[];
  /** All names that may ever be offered in this run: the boundary of `find_tools`. */
  allowed: ReadonlySet<string>;
  fallbackReason?: FallbackReason;
  /** What fits next best, best first: not offered, but told by name. */
  shortlist?: readonly string[];
  /** Sources of the agent that give no tools at the moment; absent: none. */
  absentSources?: readonly AbsentSource[];
  /** Probably no tool fits: only core tools and those from before are offered. */
  noneFits?: boolean;
  /** What was offered before stands first in the model's list, in that order. */
  before?: readonly string[];
  /** All that may ever be offered is: there is nothing more to find. */
  isAll?: boolean;
}

/** Tools used earlier stay offered, but only this many of the latest: a long talk must not offer everything. */
export const MAX_STICKY = 12;

/**
 * Without a ranking all tools are offered, up to so many: model providers refuse requests with more
 * than 128, and some models choose badly among fewer.
 */
export const MAX_FALLBACK = 64;
/** Of more tools, so many are offered by their words: words alone are less sure than a ranking. */
export const FALLBACK_BY_WORDS = 24;

/**
 * Context filter → allowlist → top k by embedding → core tools → tools already used. Never rejects:
 * without a working index all tools of the context are offered, or of many the best by words, and the
 * reason is given.
 */
export async function selectTools(
  request: SelectionRequest,
  deps: SelectionDeps,
): Promise<Selection> {
  const names = deps.catalog.names(request.agent.groups);
  const allowed = new Set(names);
  if (request.agent.offersAll) {
    return { tools: names.map((name) => ({ name, source: 'core' })), allowed, isAll: true };
  }
  const core = request.agent.coreTools(request.requestContext).filter((name) => allowed.has(name));
  const sticky = toolsKept(request.history)
    .filter((name) => allowed.has(name))
    .slice(0, MAX_STICKY);
  const before = offeredBefore(request, deps, allowed);
  const ranked = await rank(request, deps, allowed, [...core, ...sticky, ...(before ?? [])]);
  if ('reason' in ranked) {
    const tools = await unranked(request, deps, allowed, { core, sticky });
    return { tools, allowed, fallbackReason: ranked.reason, ...absentSources(request, deps) };
  }
  const { offered, offer } = offering(ranked.scores);
  for (const name of core) offer(name, 'core');
  const rest = { allowed, ...defined({ before }), ...absentSources(request, deps) };
  if (noneFits(ranked, deps.fitScore ?? 0)) {
    for (const name of [...(before ?? []), ...sticky]) offer(name, 'sticky');
    return { tools: [...offered.values()], noneFits: true, ...rest };
  }
  const matches = inPlaces(ranked.matches, request, deps);
  const best = matches.slice(0, deps.topK);
  const { scores } = ranked;
  const kept = before && keptBeside(core, { before, sticky, matches, scores }, deps);
  for (const { name } of best) offer(name, 'ranked');
  for (const name of kept ?? sticky) offer(name, 'sticky');
  const shortlist = matches.map(({ name }) => name).filter((name) => !offered.has(name));
  return { tools: [...offered.values()], shortlist, ...rest };
}

/** The matches with the places of near-copies and of sources that the message names. */
function inPlaces(
  matches: readonly ToolMatch[],
  { message }: SelectionRequest,
  { topK, catalog }: SelectionDeps,
): ToolMatch[] {
  const options = { topK, catalog, message };
  return withNamedSources(withoutNearCopies(matches, options), options);
}

/** What is offered, each tool once, with its score. */
function offering(scores: ReadonlyMap<string, number>) {
  const offered = new Map<string, OfferedTool>();
  const offer = (name: string, source: OfferedTool['source']): void => {
    const score = scores.get(name);
    if (!offered.has(name)) offered.set(name, { name, source, ...defined({ score }) });
  };
  return { offered, offer };
}

/** The tools to offer beside the core tools, with those of before. */
function keptBeside(
  core: readonly string[],
  ranked: Pick<Keeping, 'before' | 'sticky' | 'scores'> & { matches: readonly ToolMatch[] },
  { topK, keep }: SelectionDeps,
): readonly string[] {
  const others = (names: readonly string[]): string[] =>
    names.filter((name) => !core.includes(name));
  const names = ranked.matches.map(({ name }) => name);
  return keepOffering({
    before: others(ranked.before),
    best: others(names.slice(0, topK)),
    sticky: others(ranked.sticky),
    scores: ranked.scores,
    budget: (keep?.budget ?? 0) - core.length - OTHER_CORE,
  });
}

/** `find_tools` and `hand_over`, which come on top of the selection. */
const OTHER_CORE = 2;

/** Undefined where nothing is kept. */
function offeredBefore(
  { agent, conversation }: SelectionRequest,
  { keep }: SelectionDeps,
  allowed: ReadonlySet<string>,
): string[] | undefined {
  if (keep === undefined || conversation === undefined) return undefined;
  const names = keep.lists.of(conversation, agent.contextType);
  return names.filter((name) => allowed.has(name));
}

/** Sources whose tools the agent would have, and that give none now: an agent without groups has all. */
function absentSources(
  { agent }: SelectionRequest,
  { sources }: SelectionDeps,
): Pick<Selection, 'absentSources'> {
  const absent = (sources?.() ?? []).filter(
    ({ id, state }) =>
      (state === 'down' || state === 'loading') && (agent.groups?.includes(id) ?? true),
  );
  if (absent.length === 0) return {};
  return { absentSources: absent.map(({ id, title, state }) => ({ source: id, title, state })) };
}

/** What is offered when nothing can be ranked. */
async function unranked(
  request: SelectionRequest,
  deps: SelectionDeps,
  allowed: ReadonlySet<string>,
  kept: { core: readonly string[]; sticky: readonly string[] },
): Promise<OfferedTool[]> {
  const all = [...allowed];
  if (all.length <= MAX_FALLBACK) return all.map((name) => ({ name, source: 'fallback' }));
  const sources = new Map<string, OfferedTool['source']>();
  const offer = (names: readonly string[], source: OfferedTool['source']): void => {
    for (const name of names) if (!sources.has(name)) sources.set(name, source);
  };
  offer(kept.core, 'core');
  offer(await byWords(request, deps, allowed), 'fallback');
  offer(kept.sticky, 'sticky');
  return [...sources].map(([name, source]) => ({ name, source }));
}

/** Never rejects: the first of the catalogue where even words cannot be searched. */
async function byWords(
  request: SelectionRequest,
  { search, logger }: SelectionDeps,
  allowed: ReadonlySet<string>,
): Promise<string[]> {
  const options = { topK: FALLBACK_BY_WORDS, allowed };
  try {
    return await search.searchWords(selectionQuery(request), options);
  } catch (error) {
    logger.error({ reason: messageOf(error) }, 'tools could not be searched by words either');
    return [...allowed].slice(0, FALLBACK_BY_WORDS);
  }
}

type Ranking = Awaited<ReturnType<ToolSearch['search']>> | { reason: FallbackReason };

async function rank(
  request: SelectionRequest,
  deps: SelectionDeps,
  allowed: ReadonlySet<string>,
  scoreAlso: readonly string[],
): Promise<Ranking> {
  const { topK, minScore, logger } = deps;
  const query = selectionQuery(request);
  try {
    const reason = await deps.search.unavailable(request.signal, request.onIndexing);
    if (reason !== undefined) {
      logger.warn(
        { reason },
        'tools are not ranked: all of the context are offered, or of many the best by words',
      );
      return { reason };
    }
    return await deps.search.search(query, {
      topK: topK + SHORTLIST_SIZE,
      minScore,
      allowed,
      scoreAlso,
      ...defined({ userId: request.conversation?.userId }),
      signal: request.signal,
    });
  } catch (error) {
    logger.warn(
      { reason: messageOf(error) },
      'tool search failed: all tools of the context are offered, or of many the best by words',
    );
    return { reason: 'search_failed' };
  }
}

/** What a request is ranked by: its message, and before it the turns it leans on. */
export function selectionQuery({ message, history }: SelectionRequest): WeightedText[] {
  return queryTurns(message, history);
}

/** Tools that were called come before those that were only found. */
function toolsKept(history: readonly LlmMessage[]): string[] {
  return [...new Set([...toolsUsed(history), ...foundBefore(history)])];
}

/** Names of tools called in the history, the latest first, each once. */
export function toolsUsed(history: readonly LlmMessage[]): string[] {
  const names = history.flatMap((message) =>
    message.role === 'assistant' ? (message.toolCalls ?? []).map((call) => call.name) : [],
  );
  return [...new Set(names.reverse())];
}
