import type { FallbackReason, OfferedTool, OfferReason } from '../../../src/agentloop/events.js';
import { number } from '../texts/texts.js';
import { defined } from '../../../src/foundation/defined.js';
import { subjectOf } from '../chat/place.js';

/** One tool's place among those of its context. */
interface Ranked {
  name: string;
  rank: number;
  score: number;
}

/** `POST /v1/agent/tools/select`: what a message would be offered. */
export interface SelectionAnswer {
  /** What was ranked by: the message, perhaps behind what it leans on. */
  query: string;
  counts: { all: number; context: number; offered: number };
  tools: OfferedTool[];
  fallback_reason?: FallbackReason;
  unmet_words?: string[] | undefined;
  elapsed_ms: number;
  ranking: Ranked[];
}

/** One tool in the answer to a sentence. */
export interface RankingRow {
  name: string;
  /** Undefined when nothing was ranked, or for `find_tools`, which is no tool of the catalogue. */
  rank: number | undefined;
  score: number | undefined;
  /** Why it is offered; undefined when it is not. */
  source: OfferReason | undefined;
}

/** Every tool of the context, best first; what has no rank comes last. */
export function rankingRows({ tools, ranking }: SelectionAnswer): RankingRow[] {
  const offered = new Map(tools.map((tool) => [tool.name, tool]));
  const ranked = ranking.map(({ name, rank, score }): RankingRow => ({
    name,
    rank,
    score,
    source: offered.get(name)?.source,
  }));
  const names = new Set(ranking.map(({ name }) => name));
  const others = tools.filter(({ name }) => !names.has(name));
  return [
    ...ranked,
    ...others.map(({ name, score, source }): RankingRow => ({
      name,
      rank: undefined,
      score,
      source,
    })),
  ];
}

/** A part of a whole as people read it; rounded down, so that only all is 100 %. */
export function percent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${Math.floor((part / whole) * 100)} %`;
}

/** A score as it is shown: two places, and no zero below zero. */
export function scoreText(score: number): string {
  return number(Math.round(score * 100) / 100 || 0, 2);
}

/** What the workbench is asked: a sentence in a context, perhaps after others, perhaps with something open. */
export interface Asked {
  sentence: string;
  contextType: string;
  /** What the user said before, a message a line, the latest last. */
  earlier: string;
  /** Something is open beside the chat (a rule, a table): that changes which tools are always offered. */
  open: boolean;
}

/** What an address asks; a context it does not name is the first there is. */
export function readAsked(query: URLSearchParams, contexts: readonly string[]): Asked {
  const wanted = query.get('context') ?? '';
  return {
    sentence: query.get('q') ?? '',
    contextType: contexts.includes(wanted) ? wanted : (contexts[0] ?? wanted),
    earlier: query.get('earlier') ?? '',
    open: query.get('open') === '1',
  };
}

/** The address's query for what is asked, without what is empty. */
export function askedQuery({ sentence, contextType, earlier, open }: Asked) {
  const all = { context: contextType, q: sentence, earlier, open: open ? '1' : '' };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
}

/** Something that is open has an id; which one makes no difference to the tools. */
const ANY_ID = '00000000-0000-4000-8000-000000000000';

/** The request that asks the server the same. */
export function requestOf({ sentence, contextType, earlier, open }: Asked) {
  const history = earlier
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((content) => ({ role: 'user' as const, content }));
  const subject = open ? subjectOf(contextType) : undefined;
  return {
    message: sentence,
    context_type: contextType,
    ...defined({
      history: history.length > 0 ? history : undefined,
      request_context: subject && { [subject.key]: ANY_ID },
    }),
  };
}
