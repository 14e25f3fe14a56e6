import { SHARED_OWNER } from '../document.model.js';
import type { Queryable } from '../../store/database.js';

/** Where a search looks: the user's own and the shared documents of one knowledge base. */
export interface SearchScope {
  userId: string;
  kbId: string;
  filters?: SearchFilters;
}

interface SearchFilters {
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

export function scopeValues({ userId, kbId, filters = {} }: SearchScope): unknown[] {
  const { documentIds, kinds, languages } = filters;
  return [userId, kbId, documentIds ?? null, kinds ?? null, languages ?? null];
}

/** A document that says itself which later edition follows it. */
export interface ReplacedEdition {
  id: string;
  title: string;
  successor: string;
}

interface Row extends ReplacedEdition {
  opening: string | null;
}

/** Documents that a later edition here replaces: titles differ in a number that each first block names. */
export async function replacedEditions(
  db: Queryable,
  scope: SearchScope & { query: string; question?: string },
  documentIds: readonly string[],
): Promise<ReplacedEdition[]> {
  if (documentIds.length === 0 || scope.filters?.documentIds !== undefined) return [];
  const rows = await db.query<Row>(EDITIONS, [...scopeValues(scope), documentIds]);
  const asked = new Set(numbersIn(`${scope.query} ${scope.question ?? ''}`));
  const replaced = rows.filter(({ title, successor, opening }) => {
    const later = numbersIn(successor);
    const own = numbersIn(title);
    const at = own.findIndex((number, place) => number !== later[place]);
    const number = later[at] ?? '';
    const isLater = own.toSpliced(at, 1, number).join() === later.join();
    return (
      isLater &&
      Number(number) > Number(own[at]) &&
      numbersIn(opening ?? '').includes(number) &&
      !asked.has(own[at] ?? '')
    );
  });
  return [
    ...new Map(replaced.map(({ id, title, successor }) => [id, { id, title, successor }])).values(),
  ];
}

export function leftOutNotes(leftOut: readonly ReplacedEdition[]): string[] {
  return leftOut.map(
    ({ title, successor }) =>
      `“${title}” was left out: it says that “${successor}” follows it. Name its number to search it too.`,
  );
}

function numbersIn(text: string): string[] {
  return text.match(/\d+/g) ?? [];
}

function form(title: string): string {
  return `lower(regexp_replace(${title}, '\\d+', '#', 'g'))`;
}

const EDITIONS = `select d.id, d.title, later.title as successor,
    (select b.text from knowledge.blocks b where b.document_id = d.id and b.kind <> 'heading'
      order by b.position limit 1) as opening
  from knowledge.documents d join (
      select d.title, d.id from knowledge.documents d where ${DOCUMENT_SCOPE} and d.state in ('embedding', 'ready')
    ) as later on later.id <> d.id and ${form('later.title')} = ${form('d.title')}
  where d.id = any($6::uuid[]) order by later.title desc`;
