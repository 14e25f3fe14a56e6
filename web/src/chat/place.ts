import { useInfo } from '../api/queries.js';
import { chatContexts } from '../registry/registry.js';
import { href, navigate } from '../shell/route.js';
import { contextIn, subjectOf } from './contexts.js';

/** Which agent is talked to, and what is open beside the chat; both stand in the address. */
export interface Place {
  contextType: string;
  /** Empty when nothing is open. */
  subjectId: string;
  /** What every message takes along: what is open, and a draft that is continued. */
  context: Readonly<Record<string, string>>;
  setContextType: (value: string) => void;
  setSubjectId: (value: string) => void;
  /** Takes one field of the context away. */
  leave: (key: string) => void;
}

/**
 * The place of a conversation: what it was started with, else what the address asks for if there is such an
 * agent, else the server's first agent.
 */
export function usePlace(
  id: string,
  isNew: boolean,
  begunWith: string | undefined,
  query: URLSearchParams,
): Place {
  const agents = useInfo().data?.agents.map(({ context_type }) => context_type);
  const contextType = begunWith ?? agentNamed(query.get('context'), agents);
  const key = subjectOf(contextType)?.key ?? '';
  const context = contextIn(contextType, query);
  const go = (agent: string, taken: Record<string, string>) =>
    navigate(href('chat', isNew ? [] : [id], { context: agent, ...taken }), { replace: true });
  return {
    contextType,
    subjectId: context[key] ?? '',
    context,
    setContextType: (value) => go(value, {}),
    setSubjectId: (value) => go(contextType, value === '' ? {} : { [key]: value }),
    leave: (taken) => {
      const { [taken]: _, ...rest } = context;
      go(contextType, rest);
    },
  };
}

/** The agent of that name; the first one when there is none, and the name itself while none is known. */
export function agentNamed(name: string | null, agents: readonly string[] | undefined): string {
  if (name !== null && (agents === undefined || agents.includes(name))) return name;
  return agents?.[0] ?? chatContexts()[0] ?? '';
}
