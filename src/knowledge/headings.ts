import type { Queryable } from '../store/database.js';
import { PATH_SEPARATOR } from './document-content.js';
import { SCOPE, scopeValues, type SearchScope } from './retrieval/scope.js';

const MOST_READ = 5_000;
/** So much shows the words of a knowledge base, and a model reads it with every question. */
const MOST_CHARS = 8_000;

/** The innermost headings of a knowledge base, each once, in the documents' order; of too many every second, third, … */
export async function headingsOf(db: Queryable, scope: SearchScope): Promise<string[]> {
  const rows = await db.query<{ heading: string }>(HEADINGS, [...scopeValues(scope), MOST_READ]);
  const all = [
    ...new Set(rows.map(({ heading }) => heading.split(PATH_SEPARATOR).at(-1) ?? '')),
  ].filter((heading) => heading !== '');
  const chars = all.reduce((sum, { length }) => sum + length + 1, 0);
  const step = Math.ceil(chars / MOST_CHARS);
  return all.filter((_, at) => at % step === 0);
}

const HEADINGS = `select c.heading from knowledge.chunks c
    join knowledge.documents d on d.id = c.document_id
  where ${SCOPE} group by d.id, d.created_at, c.heading
  order by d.created_at, d.id, min(c.position) limit $6`;
