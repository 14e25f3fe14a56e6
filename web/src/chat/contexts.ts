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
    path: '/v1/workflow/rules',
    key: 'workflow_id',
    label: 'Open rule',
    none: 'No rule open (blank canvas)',
  },
  tables: {
    path: '/v1/data/configs',
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
