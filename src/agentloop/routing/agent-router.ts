import type { Agent, Agents } from '../agent.js';
import { type WhyAgent, AUTO, type RoutingQuestion } from './agent-routing.js';
import type { Catalog } from '../../agenttools/catalog.js';
import { untilAborted } from '../../foundation/clock.js';
import { messageOf } from '../../foundation/errors.js';
import type { JsonObject } from '../../foundation/json.js';
import type { Logger } from '../../foundation/logger.js';
import type { ToolSelectionIndex } from '../../toolindex/selection-index.js';
import { withinLimit } from '../../toolindex/bounded-work.js';
import { meanOfBest } from '../match-order.js';
import { weighAgents, type Signals } from './weigh-agents.js';
import type { IndexedDocument } from '../../toolindex/document.js';

export interface LikelyAgent {
  agent: Agent;
  confidence: number;
}

export interface AgentChoice extends LikelyAgent {
  why: WhyAgent;
  alternatives: readonly LikelyAgent[];
}

interface AgentWanted extends Omit<RoutingRequest, 'before'> {
  contextType: string | undefined;
  /** Who answered the conversation's message before; asked only where it matters. */
  before(this: void): Promise<string | undefined>;
}

/** Chooses again once the index is built that a first choice did without; meanwhile the share that is done is told. */
export type ChooseIndexed = (
  signal: AbortSignal,
  onIndexing: (share: number) => void,
) => Promise<AgentChoice>;

export type ChooseAgent = (
  wanted: AgentWanted,
) => Promise<{ agent: Agent; choice?: AgentChoice; chooseIndexed?: ChooseIndexed }>;

/** What a request names, else the operator's usual agent, else the router. Rejects an unknown context type. */
export function agentChooser(
  agents: Agents,
  router: Pick<AgentRouter, 'route' | 'isIndexing' | 'untilIndexed'>,
): ChooseAgent {
  return async ({ contextType = agents.usual ?? AUTO, before, ...request }) => {
    if (contextType !== AUTO) return { agent: agents.for(contextType) };
    const [first, ...others] = agents.list;
    if (first !== undefined && others.length === 0) return { agent: first };
    const wanted = { ...request, before: await before() };
    const chooseIndexed: ChooseIndexed = async (signal, onIndexing) => {
      await router.untilIndexed(signal, onIndexing);
      return router.route(wanted);
    };
    const isEarly = router.isIndexing;
    const choice = await router.route(wanted);
    return { agent: choice.agent, choice, ...(isEarly && { chooseIndexed }) };
  };
}

type TextScores = Pick<ToolSelectionIndex, 'scores' | 'state' | 'settled'>;
type ScoreOf = (name: string) => number | undefined;

interface AgentRouterDeps {
  agents: Pick<Agents, 'list'>;
  catalog: () => Catalog;
  tools: TextScores;
  sentences: TextScores & Pick<ToolSelectionIndex, 'rebuild'>;
  logger: Logger;
  /** How long a choice may take, in ms: what has not answered by then counts nothing. */
  limitMs?: number;
}

interface RoutingRequest {
  message: string;
  userId: string;
  requestContext: JsonObject;
  before: string | undefined;
}

const LIMIT_MS = 1_500;
const SENTENCES = 3;
const TOOLS = 2;

/** Finds the agent that a message is for, by what the agents, their tools and their texts say. */
export class AgentRouter {
  private indexed: readonly Agent[] = [];
  private catalog: Catalog | undefined;
  /** What the index was last built of: most changes of the catalogue change nothing of it. */
  private texts = '';
  private readonly missing = new WeakSet<object>();

  constructor(private readonly deps: AgentRouterDeps) {}

  /** Takes up agents and tools as they are now; one agent alone needs no index. */
  follow(): void {
    const { agents, catalog, sentences } = this.deps;
    const { list } = agents;
    const tools = catalog();
    if (list.length < 2 || (list === this.indexed && tools === this.catalog)) return;
    this.indexed = list;
    this.catalog = tools;
    const documents = agentDocuments(list, tools);
    const texts = JSON.stringify(documents);
    if (texts === this.texts) return;
    this.texts = texts;
    sentences.rebuild(documents);
  }

  /** True until what messages are compared with has vectors: agents are found by words alone. */
  get isIndexing(): boolean {
    const { tools, sentences } = this.deps;
    return [tools, sentences].some(({ state }) => state.kind === 'building');
  }

  async untilIndexed(signal: AbortSignal, onIndexing: (share: number) => void): Promise<void> {
    const { tools, sentences } = this.deps;
    await Promise.all([tools.settled(signal, onIndexing), sentences.settled(signal)]);
  }

  /** Who answers. Never rejects: with nothing to go by it is the agent before, or the first. */
  async route(request: RoutingRequest): Promise<AgentChoice> {
    this.follow();
    const { list } = this.deps.agents;
    const signals = await this.signals(list, request);
    const { confidences, best, why } = weighAgents(signals);
    const likely = list.map((agent, at) => ({ agent, confidence: confidences[at] ?? 0 }));
    const [chosen] = likely.slice(best, best + 1);
    if (chosen === undefined) throw new Error('There is no agent to choose.');
    const alternatives = likely
      .filter((one) => one !== chosen)
      .sort((a, b) => b.confidence - a.confidence);
    return { ...chosen, why, alternatives };
  }

  /** What speaks for each agent; what cannot be found out in time is nothing. */
  async signals(list: readonly Agent[], request: RoutingRequest): Promise<Signals[]> {
    const asked = new Map<SpeaksOf, Promise<number>>();
    const scores = (of: TextScores): Promise<ScoreOf> => {
      const ask = async (signal: AbortSignal): Promise<ScoreOf> => {
        const found = await of.scores(request.message, signal);
        return (name) => found.of(name);
      };
      return this.lookUp(of, ask, unknown);
    };
    const [tools, sentences, texts] = await Promise.all([
      scores(this.deps.tools),
      scores(this.deps.sentences),
      Promise.all(list.map(({ routing }) => this.textsOf(routing?.speaksOf, request, asked))),
    ]);
    // The longer a message, the less it leans on what was before it.
    const words = request.message.match(/[\p{L}\p{N}']+/gu)?.length ?? 0;
    const lean = Math.min(1, SHORT / Math.max(1, words));
    const catalog = this.deps.catalog();
    const found = list.map((agent, at) => {
      const { contextType } = agent;
      const names = [...catalog.names(agent.groups)];
      const ofTools = meanOfBest(
        names.map((name) => tools(name) ?? 0),
        TOOLS,
      );
      const ofSentences = meanOfBest(sentenceScores(contextType, sentences), SENTENCES);
      return {
        tools: ofTools,
        description: sentences(contextType) ?? 0,
        // What its tools do stands in for what it does not say itself.
        examples: hasFewSentences(agent) ? Math.max(ofSentences, ofTools) : ofSentences,
        texts: texts[at] ?? 0,
        conversation: 0,
        page: isOpen(agent, list, request.requestContext) ? lean : 0,
      };
    });
    const { partly, wholly } = SAYS_IT;
    const said = Math.max(...found.map(({ examples }) => examples));
    const open = Math.min(1, Math.max(0, (wholly - said) / (wholly - partly)));
    return found.map((signals, at) =>
      list[at]?.contextType === request.before
        ? { ...signals, conversation: lean * open }
        : signals,
    );
  }

  private async textsOf(
    speaksOf: SpeaksOf | undefined,
    { message, userId, requestContext }: RoutingRequest,
    asked: Map<SpeaksOf, Promise<number>>,
  ): Promise<number> {
    if (speaksOf === undefined) return 0;
    const ask = (signal: AbortSignal): Promise<number> =>
      speaksOf({ message, userId, requestContext, signal });
    const answer = asked.get(speaksOf) ?? this.lookUp(speaksOf, ask, 0);
    asked.set(speaksOf, answer);
    return Math.min(1, Math.max(0, await answer));
  }

  private async lookUp<T>(
    asked: object,
    ask: (signal: AbortSignal) => Promise<T>,
    otherwise: T,
  ): Promise<T> {
    const { logger, limitMs = LIMIT_MS } = this.deps;
    try {
      // A plugin's search may not heed the signal.
      const work = (signal: AbortSignal) => untilAborted(ask(signal), signal);
      const tooLate = (): Error => new Error(`not within ${limitMs} ms`);
      const answer = await withinLimit(work, limitMs, undefined, tooLate);
      this.missing.delete(asked);
      return answer;
    } catch (error) {
      if (!this.missing.has(asked))
        logger.warn({ reason: messageOf(error) }, 'a signal for choosing the agent is missing');
      this.missing.add(asked);
      return otherwise;
    }
  }
}

type SpeaksOf = (question: RoutingQuestion) => Promise<number>;

const unknown: ScoreOf = () => undefined;

/** A message of so few words leans wholly on what was before. */
const SHORT = 5;

/** Like what an agent is asked, a message leans on what was before less from the first on, from the second not at all (bench/routing). */
const SAYS_IT = { partly: 0.7, wholly: 0.85 };

function isOpen(agent: Agent, all: readonly Agent[], context: JsonObject): boolean {
  const keys = agent.routing?.contextKeys ?? [];
  const others = new Set(
    all.filter((one) => one !== agent).flatMap(({ routing }) => routing?.contextKeys ?? []),
  );
  return keys.some((key) => (context[key] ?? '') !== '' && !others.has(key));
}

/** An agent with fewer sentences of its own is also compared by those of its tools, */
const FEW_SENTENCES = 12;
/** of at most so many tools. */
const MAX_TOOLS = 40;

/** Separates an agent from the number of its sentence; no context type holds it. */
const SEPARATOR = '#';

/** What an index knows agents by: each agent as a document, and each of its sentences as one. */
function agentDocuments(
  agents: readonly Agent[],
  catalog: Pick<Catalog, 'names' | 'find'>,
): IndexedDocument[] {
  return agents.flatMap((agent) => {
    const { contextType, title, description } = agent;
    const further = hasFewSentences(agent) ? sentencesOfTools(agent, catalog) : [];
    const said = [...ownSentences(agent), ...further].filter((text) => text.trim() !== '');
    return [
      { name: contextType, text: `${title}. ${description}` },
      ...[...new Set(said)].map((text, at): IndexedDocument => {
        return { name: sentenceName(contextType, at), text, kind: 'query' };
      }),
    ];
  });
}

function sentenceScores(contextType: string, scoreOf: ScoreOf): number[] {
  const scores: number[] = [];
  for (let at = 0; ; at += 1) {
    const score = scoreOf(sentenceName(contextType, at));
    if (score === undefined) return scores.sort((a, b) => b - a);
    scores.push(score);
  }
}

function sentenceName(contextType: string, at: number): string {
  return `${contextType}${SEPARATOR}${at}`;
}

/** True for an agent that says little of itself, as those of the config file mostly do. */
function hasFewSentences(agent: Agent): boolean {
  return ownSentences(agent).length < FEW_SENTENCES;
}

function ownSentences({ examples, routing }: Agent): string[] {
  return [...examples, ...(routing?.examples ?? [])];
}

function sentencesOfTools({ groups }: Agent, catalog: Pick<Catalog, 'names' | 'find'>): string[] {
  const first = [...catalog.names(groups)].flatMap(
    (name) => catalog.find(name)?.tool.examples[0] ?? [],
  );
  return first.slice(0, MAX_TOOLS);
}
