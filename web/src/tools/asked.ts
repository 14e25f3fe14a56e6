import { defined } from '../../../src/foundation/defined.js';
import { subjectOf } from '../chat/place.js';

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
