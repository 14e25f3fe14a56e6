import type { PromptSection } from '../../agentloop/run.js';
import { coverage } from '../../language/words.js';
import type { AgentRouting } from '../../agentloop/routing/agent-routing.js';
import type { GraphStats, TypeCount } from './graph/node-lines.js';
import type { ExplorerClient } from './graph/http-explorer.js';
import type { PgCaseStore } from './store/cases.store.js';

/** The name by which agents ask for the prompt section on the knowledge graph. */
export const GRAPH_SECTION = 'graph';

/** The same with the sources outside that are not configured. */
export const GRAPH_AND_SOURCES = 'graph_and_sources';

/** The prompt section on the graph, its size at most a minute old, and the sources that are `missing`. */
export function graphSection(
  explorer: Pick<ExplorerClient, 'snapshot'>,
  missing: readonly string[] = [],
): PromptSection {
  const sources =
    missing.length === 0
      ? ''
      : `\nNot configured on this server: ${missing.join(', ')}. Say so where the answer lacks what they have.`;
  return async (signal) => {
    const stats = await Promise.race([explorer.snapshot(), aborted(signal)]);
    return (stats === undefined ? AWAY : describe(stats)) + sources;
  };
}

/** A run that was stopped does not wait for an explorer that hangs. */
function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    const stop = (): void => resolve(undefined);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
  });
}

const AWAY =
  'The knowledge graph is away at the moment: the explorer does not answer, and its tools will fail until it is back.';

function describe({ nodes, edges, nodeTypes, edgeTypes, laws }: GraphStats): string {
  if (nodes === 0) return 'The knowledge graph is empty: it holds no laws or ordinances yet.';
  const size = `The knowledge graph holds ${counted(nodes, 'node')} (${listed(nodeTypes)}) and ${counted(edges, 'connection')} (${listed(edgeTypes)}).`;
  return laws.length === 0
    ? size
    : `${size} Its bodies of rules: ${laws.join('; ')}. What is asked of another law is not here: say so, and name these.`;
}

function listed(counts: readonly TypeCount[]): string {
  return counts.map(({ type, count }) => `${type}: ${count}`).join(', ');
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

type SpeaksOf = NonNullable<AgentRouting['speaksOf']>;

const SECTIONS = 3;
const MAX_CHARS = 300;

/** How much of a message a section of the graph speaks of. */
export function speaksOfLaws(explorer: Pick<ExplorerClient, 'searchNodes'>): SpeaksOf {
  return async ({ message, signal }) => {
    const search = message.slice(0, MAX_CHARS);
    const wanted = { type: 'section', search, limit: SECTIONS, offset: 0 };
    const { nodes } = await explorer.searchNodes(wanted, signal);
    const shares = nodes.map(({ sourceId, title, document, sourceText }) =>
      coverage(message, [sourceId, title, document, sourceText].join(' ')),
    );
    return Math.max(0, ...shares);
  };
}

/** The same, and whether the message names one of the user's cases. */
export function speaksOfLawsAndCases(
  explorer: Pick<ExplorerClient, 'searchNodes'>,
  cases: Pick<PgCaseStore, 'list'>,
): SpeaksOf {
  const ofLaws = speaksOfLaws(explorer);
  return async (question) => {
    const [laws, own] = await Promise.all([
      ofLaws(question).catch(() => 0),
      cases.list(question.userId),
    ]);
    const words = question.message.toLowerCase();
    const isNamed = own.some(({ number }) => words.includes(number.toLowerCase()));
    const shares = own.map(({ title, summary }) =>
      coverage(question.message, `${title} ${summary}`),
    );
    return isNamed ? 1 : Math.max(laws, ...shares);
  };
}
