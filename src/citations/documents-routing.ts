import type { AgentRouting } from '../agentloop/routing/agent-routing.js';
import { DEFAULT_KB } from '../knowledge/document.model.js';
import type { Knowledge } from '../knowledge/knowledge.js';
import { coverage } from '../language/text-coverage.js';

type SpeaksOf = NonNullable<AgentRouting['speaksOf']>;

/** One function for one store, so that agents of the same documents are asked once. */
const known = new WeakMap<Knowledge, SpeaksOf>();

/** How an agent that answers from the users' documents tells how much they speak of a message. */
export function speaksOfDocuments(knowledge: Knowledge): SpeaksOf {
  const made = known.get(knowledge) ?? searchOf(knowledge);
  known.set(knowledge, made);
  return made;
}

/** Passages that are looked at. */
const PASSAGES = 3;

/** How much of a message's words one passage of a user's documents has at most, from 0 to 1. */
function searchOf(knowledge: Knowledge): SpeaksOf {
  return async ({ message: query, userId, requestContext, signal }) => {
    const { kb_id } = requestContext;
    const kbId = typeof kb_id === 'string' ? kb_id : DEFAULT_KB;
    const { passages } = await knowledge.search({ query, userId, kbId, signal, topK: PASSAGES });
    const shares = passages.map(({ title, headingPath, text }) =>
      coverage(query, [title, ...headingPath, text].join(' ')),
    );
    return Math.max(0, ...shares);
  };
}
