import { coverage } from '../../../language/text-coverage.js';
import type { AgentRouting } from '../../../agentloop/routing/agent-routing.js';
import type { PgCaseStore } from '../store/cases.store.js';
import type { ExplorerClient } from './http-explorer.js';

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
