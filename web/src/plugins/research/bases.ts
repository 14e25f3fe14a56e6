import { useQuery } from '@tanstack/react-query';
import { getJson } from '../../api/client.js';
import type { Page } from '../../api/types.js';
import { t } from './texts.js';

/** A knowledge base that can be researched. */
export interface Base {
  id: string;
  documents: number;
}

/** The knowledge base that is meant where none is named. */
export const DEFAULT_BASE = 'default_kb';

/** What a knowledge base is called. */
export function baseName(id: string): string {
  return id === DEFAULT_BASE ? t('Default') : id;
}

/** The knowledge bases that hold documents, the default one first. */
export function useBases(): readonly Base[] {
  const { data } = useQuery({
    queryKey: ['research', 'bases'],
    queryFn: ({ signal }) => getJson<Page<{ kb_id: string }>>('/v1/documents', signal),
  });
  const counts = new Map<string, number>();
  for (const { kb_id: id } of data?.items ?? []) counts.set(id, (counts.get(id) ?? 0) + 1);
  const rank = (id: string) => (id === DEFAULT_BASE ? '' : id);
  return [...counts]
    .map(([id, documents]) => ({ id, documents }))
    .sort((one, other) => rank(one.id).localeCompare(rank(other.id)));
}
