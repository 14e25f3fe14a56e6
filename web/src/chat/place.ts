import { useInfo } from '../api/queries.js';
import { href, navigate } from '../shell/route.js';
import type { Subject } from '../registry/plugin.js';
import { chatContextOf } from '../registry/registry.js';

/** Which agent is talked to (or {@link AUTO}), and what is open beside the chat; both stand in the address. */
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

/** The place of a conversation: the agent that the address names, if there is one; else the server finds who answers. */
export function usePlace(id: string, isNew: boolean, query: URLSearchParams): Place {
  const agents = useInfo().data?.agents.map(({ context_type }) => context_type);
  const contextType = agentNamed(query.get('context'), agents);
  const key = subjectOf(contextType)?.key ?? '';
  const context = contextIn(contextType, query);
  const go = (agent: string, taken: Readonly<Record<string, string>>) =>
    navigate(
      href('chat', isNew ? [] : [id], { ...(agent === AUTO ? {} : { context: agent }), ...taken }),
      {
        replace: true,
      },
    );
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

/** With it a message leaves it to the server who answers. */
export const AUTO = 'auto';

/** The agent of that name, also while none is known; else the only one there is, or the server's choice. */
export function agentNamed(name: string | null, agents: readonly string[] | undefined): string {
  if (name !== null && (agents === undefined || agents.includes(name))) return name;
  return agents?.length === 1 ? (agents[0] ?? AUTO) : AUTO;
}

/** What can be opened in a chat with an agent; undefined where there is nothing to open. */
export function subjectOf(contextType: string): Subject | undefined {
  return chatContextOf(contextType)?.subject;
}

/** The request's `context` that an address asks for, as far as the agent takes it. */
export function contextIn(contextType: string, query: URLSearchParams): Record<string, string> {
  const fields = chatContextOf(contextType)?.fields ?? [];
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = query.get(field);
      return value ? [[field, value]] : [];
    }),
  );
}
