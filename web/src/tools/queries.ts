import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getJson, postJson } from '../api/client.js';
import { requestOf, type Asked } from './asked.js';
import type { CatalogueReport, SelectionAnswer } from './wire.js';

/** What would be offered for a sentence; the answer before stays until the next is there. */
export function useSelection(asked: Asked) {
  const request = requestOf(asked);
  return useQuery({
    queryKey: ['tools', 'select', request],
    queryFn: () => postJson<SelectionAnswer>('/v1/agent/tools/select', request),
    enabled: asked.sentence.trim() !== '',
    placeholderData: keepPreviousData,
  });
}

/** Whether the tools are found by their own examples; takes some seconds the first time. */
export function useCatalogueCheck() {
  return useQuery({
    queryKey: ['tools', 'check'],
    queryFn: ({ signal }) => getJson<CatalogueReport>('/v1/agent/tools/check', signal),
    staleTime: 60_000,
    // Tried again at once it would fail again; the button is there for later.
    retry: false,
  });
}
