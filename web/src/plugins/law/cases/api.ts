import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getJson, remove, sextant } from '../../../api/client.js';
import type { Page } from '../../../api/types.js';
import type { CaseFields } from './case-draft.js';

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
