/** What can be opened beside a chat in a context: where the list is, and the request's field for it. */
export interface Subject {
  path: string;
  key: string;
  /** What it is called, and what is open when nothing is. */
  label: string;
  none: string;
}

const SUBJECTS: Readonly<Record<string, Subject>> = {
  workflow: {
    path: '/v1/agent/library/rules',
    key: 'workflow_id',
    label: 'Open rule',
    none: 'No rule open (blank canvas)',
  },
  tables: {
    path: '/v1/agent/library/tables',
    key: 'config_id',
    label: 'Open table',
    none: 'No table open',
  },
};

/** What can be opened in a context; undefined where there is nothing to open. */
export function subjectOf(contextType: string): Subject | undefined {
  return SUBJECTS[contextType];
}

/** The request's `context` for what is open. */
export function contextOf(contextType: string, subjectId: string): Record<string, string> {
  const subject = subjectOf(contextType);
  return subject === undefined || subjectId === '' ? {} : { [subject.key]: subjectId };
}

/** The agents that answer from documents. */
const RESEARCH = new Set(['documents', 'knowledge']);

/** The knowledge base and the document that an address names. */
function researched(query: URLSearchParams): Record<string, string> {
  return Object.fromEntries(
    ['kb_id', 'document_id'].flatMap((key) => {
      const value = query.get(key);
      return value ? [[key, value]] : [];
    }),
  );
}

/**
 * The request's `context` that an address asks for: what is open, in workflows a draft to go on with, in
 * research the knowledge base and the document.
 */
export function contextIn(contextType: string, query: URLSearchParams): Record<string, string> {
  const open = contextOf(contextType, query.get(subjectOf(contextType)?.key ?? '') ?? '');
  if (RESEARCH.has(contextType)) return researched(query);
  const draft = contextType === 'workflow' ? query.get('draft_id') : null;
  return draft ? { ...open, draft_id: draft } : open;
}
