import type { Queryable } from '../../store/database.js';
import { DOCUMENT_SCOPE, scopeValues, type SearchScope } from './scope.js';

/** A document that says itself which later edition follows it. */
export interface ReplacedEdition {
  id: string;
  title: string;
  successor: string;
}

interface Row extends ReplacedEdition {
  opening: string | null;
}

/**
 * Those of the documents that a later edition here replaces: its title differs in a higher number alone, and their own first
 * block names that number. Not those whose number the question names, nor where the search names its documents.
 */
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

/** What a model or a person is told of them. */
export function leftOutNotes(leftOut: readonly ReplacedEdition[]): string[] {
  return leftOut.map(
    ({ title, successor }) =>
      `“${title}” was left out: it says that “${successor}” follows it. Name its number to search it too.`,
  );
}

function numbersIn(text: string): string[] {
  return text.match(/\d+/g) ?? [];
}

/** A title without its numbers. */
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
