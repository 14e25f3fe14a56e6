import type { AgentRouting } from '../agentloop/routing/agent-routing.js';
import { DEFAULT_KB } from '../knowledge/document.model.js';
import type { Knowledge } from '../knowledge/knowledge.js';
import { documentsSpeakOf } from '../knowledge/retrieval/speaks-of.js';

type SpeaksOf = NonNullable<AgentRouting['speaksOf']>;

/** One function for one store, so that agents of the same documents are asked once. */
const known = new WeakMap<Knowledge, SpeaksOf>();

/** How an agent that answers from the users' documents tells how much they speak of a message. */
export function speaksOfDocuments(knowledge: Knowledge): SpeaksOf {
  const made = known.get(knowledge) ?? searchOf(knowledge);
  known.set(knowledge, made);
  return made;
}

function searchOf(knowledge: Knowledge): SpeaksOf {
  return ({ message: query, userId, requestContext, signal }) => {
    const { kb_id: kbId } = requestContext;
    const asked = { query, userId, signal };
    return documentsSpeakOf(knowledge, {
      ...asked,
      kbId: typeof kbId === 'string' ? kbId : DEFAULT_KB,
    });
  };
}
