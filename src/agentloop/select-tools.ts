import { messageOf } from '../foundation/errors.js';
import type { JsonObject } from '../foundation/json.js';
import type { Logger } from '../foundation/logger.js';
import type { Catalog } from '../agenttools/catalog.js';
import type { Tool } from '../agenttools/tool.js';
import { RecentMap } from '../foundation/recent-map.js';
import type { LlmMessage } from '../llm/types.js';
import { callsIn } from '../llm/wire/tool-calls.js';
import type { Ranking, ToolSelectionIndex } from '../toolindex/selection-index.js';
import { ActiveTools, SHORTLIST_SIZE, keepOffering } from './active-tools.js';
import type { Agent } from './agent.js';
import type { FallbackReason, OfferedTool } from './events.js';
import { type AbsentSource, foundBefore } from './find-tools.js';
import { withoutNearCopies, withNamedSources, noneFits } from './match-order.js';
import type { UnmetWords } from './unmet-words.js';
import { queryTurns } from './query-turns.js';

export interface SelectionDeps {
  catalog: Catalog;
  index: Pick<ToolSelectionIndex, 'unavailable' | 'rank' | 'rankWords'>;
  /** What was learned from use: what tools gain or lose in rank for a user's message. Never rejects. */
  learned?: { gains(message: string, userId: string): Promise<ReadonlyMap<string, number>> };
  topK: number;
  minScore: number;
  logger: Logger;
  /** How each source stands; `find_tools` tells a source that is down from a tool that does not exist. */
  sources?: () => readonly { id: string; title: string; state: string }[];
  /** Below this fit (see `fitOf`) no ranked tool is offered; absent or 0: all are, whatever they score. */
  fitScore?: number;
  /** Finds the words of a message that no tool knows; absent: they are not looked for. */
  unmet?: Pick<UnmetWords, 'of'> | undefined;
  /** Keeps what was offered, up to `budget` tools; `lastOffered` by {@link offeredKey}, in memory alone: one lost costs one cached read. */
  keep?: { lastOffered: RecentMap<readonly string[]>; budget: number } | undefined;
}

export interface SelectionRequest {
  agent: Agent;
  requestContext: JsonObject;
  message: string;
  history: readonly LlmMessage[];
  signal: AbortSignal;
  conversation?: { userId: string; id: string };
  firstCall?: { name: string };
  /** Told how far the index is, from 0 to 1, while the request waits for it. */
  onIndexing?: (share: number) => void;
}

/** Tools used earlier stay offered, but only this many of the latest: a long talk must not offer everything. */
export const MAX_STICKY = 12;

/** Model providers refuse requests with more than 128 tools, and some models choose badly among fewer. */
export const MAX_FALLBACK = 64;
/** Of more tools, so many are offered by their words: words alone are less sure than a ranking. */
export const FALLBACK_BY_WORDS = 24;

/** How long a conversation's list is kept: no model API holds a prompt longer without an extra charge. */
const KEPT_MS = 60 * 60_000;
const MAX_CONVERSATIONS = 5_000;

export function rememberOffered(now?: () => number): RecentMap<readonly string[]> {
  return new RecentMap(MAX_CONVERSATIONS, KEPT_MS, now);
}

export function offeredKey({
  agent,
  conversation,
}: Pick<SelectionRequest, 'agent' | 'conversation'>): string {
  return JSON.stringify([conversation?.userId, conversation?.id, agent.contextType]);
}

/** The active tools of a run's first turn, each with its reason. Never rejects: without an index all tools of the context are offered, or the best by words. */
export async function selectTools(
  request: SelectionRequest,
  deps: SelectionDeps,
): Promise<ActiveTools> {
  const { agent, signal, firstCall } = request;
  const { catalog, index } = deps;
  const allowed = catalog.names(agent.groups);
  const before = agent.offersAll ? undefined : offeredBefore(request, deps, allowed);
  const absent = absentSources(request, deps);
  const own = { before, signal, inScripts: agent.runScript === true };
  const active = new ActiveTools({ catalog, index, allowed, absent, ...own });
  if (agent.offersAll) for (const name of allowed) active.offer({ name, source: 'core' });
  else await offerBest(active, { allowed, before }, request, deps);
  if (firstCall !== undefined && allowed.has(firstCall.name))
    active.offer({ name: firstCall.name, source: 'found' });
  if (!agent.offersAll) active.offerFindTools();
  return active;
}

async function offerBest(
  active: ActiveTools,
  { allowed, before }: { allowed: ReadonlySet<string>; before: string[] | undefined },
  request: SelectionRequest,
  deps: SelectionDeps,
): Promise<void> {
  const core = request.agent.coreTools(request.requestContext).filter((name) => allowed.has(name));
  const sticky = toolsKept(request.history)
    .filter((name) => allowed.has(name))
    .slice(0, MAX_STICKY);
  const ranked = await rank(request, deps, allowed, [...core, ...sticky, ...(before ?? [])]);
  const scores = 'reason' in ranked ? undefined : ranked.scores;
  const offer = (source: OfferedTool['source'], names: readonly string[]): void => {
    for (const name of names) active.offer({ name, source, score: scores?.get(name) });
  };
  if ('reason' in ranked) {
    active.fallbackReason = ranked.reason;
    if (allowed.size <= MAX_FALLBACK) return offer('fallback', [...allowed]);
    offer('core', core);
    offer('fallback', await byWords(request, deps, allowed));
    return offer('sticky', sticky);
  }
  offer('core', core);
  active.unmetWords = await unmetWords(ranked, allowed, request, deps);
  if (noneFits(ranked, deps.fitScore ?? 0)) {
    active.noneFits = true;
    return offer('sticky', [...(before ?? []), ...sticky]);
  }
  const order = { topK: deps.topK, catalog: deps.catalog, message: request.message };
  const ordered = withNamedSources(withoutNearCopies(ranked.matches, order), order);
  const matches = ordered.map(({ name }) => name);
  const kept = before && keptBeside(core, { before, sticky, matches, scores: ranked.scores }, deps);
  offer('ranked', matches.slice(0, deps.topK));
  offer('sticky', kept ?? sticky);
  const offered = new Set(active.names());
  active.nextBest = matches.filter((name) => !offered.has(name));
}

/** None of an agent whose texts know words too, none while tools of a source are missing, and none of a form. */
async function unmetWords(
  { matches }: Ranking,
  allowed: ReadonlySet<string>,
  request: SelectionRequest,
  deps: SelectionDeps,
): Promise<string[] | undefined> {
  const { unmet, catalog } = deps;
  const hasTexts = request.agent.routing?.speaksOf !== undefined;
  if (!unmet || hasTexts || request.firstCall || absentSources(request, deps).length > 0) return;
  const tools =
    toolsOf.get(allowed) ?? [...allowed].flatMap((name) => catalog.find(name)?.tool ?? []);
  toolsOf.set(allowed, tools);
  return unmet.of(request.message, matches, tools, request.signal);
}

/** By the names that a catalogue keeps: not a list of all tools made for each message. */
const toolsOf = new WeakMap<ReadonlySet<string>, readonly Tool[]>();

function keptBeside(
  core: readonly string[],
  ranked: {
    before: readonly string[];
    sticky: readonly string[];
    matches: readonly string[];
    scores: ReadonlyMap<string, number>;
  },
  { topK, keep }: SelectionDeps,
): readonly string[] {
  const others = (names: readonly string[]): string[] =>
    names.filter((name) => !core.includes(name));
  return keepOffering({
    before: others(ranked.before),
    best: others(ranked.matches.slice(0, topK)),
    sticky: others(ranked.sticky),
    scores: ranked.scores,
    budget: (keep?.budget ?? 0) - core.length - OTHER_CORE,
  });
}

/** `find_tools` and `hand_over`, which come on top of the selection. */
const OTHER_CORE = 2;

function offeredBefore(
  request: SelectionRequest,
  { keep }: SelectionDeps,
  allowed: ReadonlySet<string>,
): string[] | undefined {
  if (keep === undefined || request.conversation === undefined) return undefined;
  const names = keep.lastOffered.get(offeredKey(request)) ?? [];
  return names.filter((name) => allowed.has(name));
}

/** Sources whose tools the agent would have, and that give none now: an agent without groups has all. */
function absentSources({ agent }: SelectionRequest, { sources }: SelectionDeps): AbsentSource[] {
  return (sources?.() ?? [])
    .filter(
      ({ id, state }) =>
        (state === 'down' || state === 'loading') && (agent.groups?.includes(id) ?? true),
    )
    .map(({ id, title, state }) => ({ source: id, title, state }));
}

/** Never rejects: the first of the catalogue where even words cannot be searched. */
async function byWords(
  { message, history }: SelectionRequest,
  { index, logger }: SelectionDeps,
  allowed: ReadonlySet<string>,
): Promise<string[]> {
  const options = { topK: FALLBACK_BY_WORDS, allowed };
  try {
    return await index.rankWords(queryTurns(message, history), options);
  } catch (error) {
    logger.error({ reason: messageOf(error) }, 'tools could not be searched by words either');
    return [...allowed].slice(0, FALLBACK_BY_WORDS);
  }
}

async function rank(
  request: SelectionRequest,
  deps: SelectionDeps,
  allowed: ReadonlySet<string>,
  scoreAlso: readonly string[],
): Promise<Ranking | { reason: FallbackReason }> {
  const { topK, minScore, logger, index, learned } = deps;
  // The workbench is nobody, and a turn before is no part of what is learned.
  const userId = request.conversation?.userId ?? '';
  const query = queryTurns(request.message, request.history);
  try {
    const reason = await index.unavailable(request.signal, request.onIndexing);
    if (reason !== undefined) {
      logger.warn(
        { reason },
        'tools are not ranked: all of the context are offered, or of many the best by words',
      );
      return { reason };
    }
    return await index.rank(query, {
      topK: topK + SHORTLIST_SIZE,
      minScore,
      allowed,
      scoreAlso,
      gains: userId === '' || !learned ? undefined : () => learned.gains(request.message, userId),
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

/** Names of tools of the history, each once: those called, the latest first, come before those that were only found. */
function toolsKept(history: readonly LlmMessage[]): string[] {
  const called = callsIn(history).map(({ name }) => name);
  return [...new Set([...called.reverse(), ...foundBefore(history)])];
}
