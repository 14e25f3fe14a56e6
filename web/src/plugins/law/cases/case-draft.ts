/** A case as it is sent; days as `2026-03-31`. */
export interface CaseFields {
  number: string;
  title: string;
  court?: string;
  status: 'open' | 'closed';
  summary: string;
  opened_on: string;
  deadlines: { title: string; due_on: string; is_done: boolean }[];
}

/** A deadline in a form; the key tells rows apart, whatever is written in them. */
export interface DeadlineDraft {
  key: number;
  title: string;
  due_on: string;
  is_done: boolean;
}

/** A case in a form: every field a text. */
export interface CaseDraft extends Omit<CaseFields, 'court' | 'deadlines'> {
  court: string;
  deadlines: readonly DeadlineDraft[];
}

/** The draft of a case that is there, or of a new one that was opened on `today`. */
export function draftOf(stored: CaseFields | undefined, today: string): CaseDraft {
  const { number = '', title = '', court = '', status = 'open', summary = '' } = stored ?? {};
  const deadlines = (stored?.deadlines ?? []).map(({ title: what, due_on, is_done }, key) => ({
    ...{ key, title: what, due_on, is_done },
  }));
  return {
    ...{ number, title, court, status, summary, deadlines },
    opened_on: stored?.opened_on ?? today,
  };
}

/** The draft with an empty deadline more. */
export function withDeadline(draft: CaseDraft): CaseDraft {
  const key = 1 + Math.max(-1, ...draft.deadlines.map((deadline) => deadline.key));
  const empty = { key, title: '', due_on: '', is_done: false };
  return { ...draft, deadlines: [...draft.deadlines, empty] };
}

/** What is sent of a draft: no court where none is written. */
export function bodyOf({ court, deadlines, ...draft }: CaseDraft): CaseFields {
  return {
    ...draft,
    ...(court.trim() === '' ? {} : { court: court.trim() }),
    deadlines: deadlines.map(({ title, due_on, is_done }) => ({ title, due_on, is_done })),
  };
}
