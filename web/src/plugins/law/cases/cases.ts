import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getJson, remove, sextant, type Page } from '../../../api/client.js';
import { t } from '../texts.js';

/** One of the user's cases, or a sample, with what is due in it, the next one first. */
export interface LawCase extends CaseFields {
  id: string;
  /** Read by all, changed by nobody. */
  sample: boolean;
  deadlines: { title: string; due_on: string; is_done: boolean; days_left: number }[];
}

const ROOT = '/v1/cases';
const ALL = ['cases'];

/** All cases: open ones first, the samples last. */
export function useCases() {
  return useQuery({
    queryKey: ALL,
    queryFn: ({ signal }) => getJson<Page<LawCase>>(ROOT, signal),
  });
}

/** Saves a new case, or all of the one that has the id. */
export function useSaveCase(id: string | undefined) {
  const changed = useCasesChanged();
  return async (body: CaseFields) => {
    const path = id === undefined ? ROOT : `${ROOT}/${encodeURIComponent(id)}`;
    await sextant.request<LawCase>(path, { method: id === undefined ? 'POST' : 'PUT', body });
    await changed();
  };
}

/** Deletes a case with its deadlines. */
export function useDeleteCase() {
  const changed = useCasesChanged();
  return async (id: string) => {
    await remove(`${ROOT}/${encodeURIComponent(id)}`);
    await changed();
  };
}

function useCasesChanged(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ALL });
}

/** A case as it is sent; days as `2026-03-31`. */
interface CaseFields {
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
    key,
    title: what,
    due_on,
    is_done,
  }));
  return {
    number,
    title,
    court,
    status,
    summary,
    deadlines,
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

type Due = LawCase['deadlines'][number];

/** What is due next in a case; the list is in the order of the days. */
export function nextDue(deadlines: readonly Due[]): Due | undefined {
  return deadlines.find(({ is_done: isDone }) => !isDone);
}

/** `Reply due in 3 days`. */
export function dueWords({ title, days_left: left }: Due): string {
  if (left === 0) return t('{title} due today', { title });
  return left > 0
    ? t('{title} due in {n} day | {title} due in {n} days', { title, n: left })
    : t('{title} overdue by {n} day | {title} overdue by {n} days', { title, n: -left });
}
