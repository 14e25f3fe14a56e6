import { SHARED_OWNER } from '../document.model.js';

/** Where a search looks: the user's own and the shared documents of one knowledge base. */
export interface SearchScope {
  userId: string;
  kbId: string;
  filters?: SearchFilters;
}

/** Narrows a search; what is absent does not. */
export interface SearchFilters {
  documentIds?: readonly string[];
  kinds?: readonly string[];
  languages?: readonly string[];
}

/** The condition on chunk `c` of document `d`; its values are {@link scopeValues}, $1 to $5. */
export const SCOPE = `c.user_id in ($1, '${SHARED_OWNER}') and c.kb_id = $2
  and ($3::uuid[] is null or d.id = any($3::uuid[]))
  and ($4::text[] is null or d.kind = any($4::text[]))
  and ($5::text[] is null or d.language = any($5::text[]))`;

/** The same on document `d` alone, whose language may not be known yet. */
export const DOCUMENT_SCOPE = `d.user_id in ($1, '${SHARED_OWNER}') and d.kb_id = $2
  and ($3::uuid[] is null or d.id = any($3::uuid[]))
  and ($4::text[] is null or d.kind = any($4::text[]))
  and ($5::text[] is null or d.language is null or d.language = any($5::text[]))`;

/** The values of {@link SCOPE} and {@link DOCUMENT_SCOPE}. */
export function scopeValues({ userId, kbId, filters = {} }: SearchScope): unknown[] {
  const { documentIds, kinds, languages } = filters;
  return [userId, kbId, documentIds ?? null, kinds ?? null, languages ?? null];
}
