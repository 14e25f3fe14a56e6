import type { Queryable } from '../../store/database.js';
import { PATH_SEPARATOR } from '../document-content.js';
import { askedReferences, numberBesideName } from '../../references/asked-references.js';
import { actsIn, findAct, withAbbreviations, type NamedAct } from '../../references/find-act.js';
import { readHeading, readTitle } from '../../references/headings.js';
import { labelsOf, type Reference } from '../../references/reader.js';
import { passageOf } from '../../references/passage.js';
import { SCOPE, scopeValues, type SearchScope } from './scope.js';

export interface CitedHit {
  id: string;
  label: string;
}

const MOST_REFERENCES = 10;
const MOST_CHUNKS = 10;

interface Row {
  id: string;
  heading: string;
  title: string;
}

/** Chunks of cited sections and annexes, in order, at most ten; of a named law only its document's. */
export async function citedChunks(db: Queryable, scope: SearchScope, query: string) {
  const short = numberBesideName(query);
  const references = referencesIn(query);
  const asked = references.length > 0 || short === undefined ? query : `§ ${short}`;
  const hits = await hitsOf(db, scope, query, asked);
  const ordered = await placesFirst(db, hits);
  const unique = new Map(ordered.map(({ id, label }) => [id, { id, label }]));
  return [...unique.values()].slice(0, MOST_CHUNKS);
}

/** A hit, and the place in its section that the query cites: "Abs. 2". */
type PlacedHit = CitedHit & { detail: string };

const MOST_PLACED = 200;

/** The chunks that have the cited paragraph come before others of their section. */
async function placesFirst(db: Queryable, hits: readonly PlacedHit[]): Promise<PlacedHit[]> {
  const ids = hits.filter(({ detail }) => detail !== '').map(({ id }) => id);
  if (ids.length < 2) return [...hits];
  const rows = await db.query<{ id: string; text: string }>(
    'select id, text from knowledge.chunks where id = any($1::uuid[])',
    [ids.slice(0, MOST_PLACED)],
  );
  const texts = new Map(rows.map(({ id, text }) => [id, text]));
  const isElsewhere = ({ id, detail }: PlacedHit) =>
    detail !== '' && passageOf(texts.get(id) ?? '', detail) === undefined;
  return hits.toSorted((a, b) => Number(isElsewhere(a)) - Number(isElsewhere(b)));
}

/** `asked` is the query, or the section that a law's name and a number stand for; that only where the law is named. */
async function hitsOf(db: Queryable, scope: SearchScope, query: string, asked: string) {
  const references = referencesIn(asked);
  if (references.length === 0) return [];
  const labels = [...new Set(references.flatMap(labelsOf))];
  const numbers = references.map(({ number }) => number);
  const rows = await db.query<Row>(NUMBERED, [...scopeValues(scope), numbers]);
  const chunks = rows.map((row) => ({ ...row, labels: labelsIn(row.heading) }));
  const named = chunks.filter((chunk) => chunk.labels.some((label) => labels.includes(label)));
  const acts = [...new Map(named.map((chunk) => [chunk.title, chunk])).values()].map(actOf);
  if (asked !== query && actsIn(query, acts).length === 0) return [];
  return referencesIn(withAbbreviations(asked, acts)).flatMap((reference) => {
    const titles = titlesOf(reference, query, acts);
    const wanted = labelsOf(reference);
    return named.flatMap(({ id, title, labels: own }) => {
      const label = own.find((one) => wanted.includes(one));
      const { detail = '' } = reference;
      return label === undefined || !titles.has(title) ? [] : [{ id, label, detail }];
    });
  });
}

function referencesIn(query: string): Reference[] {
  return askedReferences(query)
    .filter(({ kind }) => kind !== 'document')
    .slice(0, MOST_REFERENCES);
}

function labelsIn(heading: string): string[] {
  return heading
    .split(PATH_SEPARATOR)
    .map((each) => readHeading(each).label)
    .filter((label) => label !== undefined);
}

/** A law by its document's title, or by its first heading where that alone has the abbreviation. */
function actOf({ title, heading }: Row): NamedAct {
  const own = readTitle(title);
  const [top = ''] = heading.split(PATH_SEPARATOR);
  const first = readTitle(top);
  const { title: known, abbreviation } = own.abbreviation === '' ? first : own;
  return { title: abbreviation === '' ? title : known, abbreviation, path: title };
}

function titlesOf({ document }: Reference, query: string, acts: readonly NamedAct[]) {
  const named = document === undefined ? actsIn(query, acts) : [findAct(document, acts)];
  const among = document === undefined && named.length === 0 ? acts : named;
  return new Set(among.flatMap((act) => (act === undefined ? [] : [act.path])));
}

/** Headings with one of the numbers; which of them are labels is read afterwards. */
const NUMBERED = `select c.id, c.heading, d.title from knowledge.chunks c
    join knowledge.documents d on d.id = c.document_id
  where ${SCOPE} and exists (select 1 from unnest($6::text[]) as number
    where position(number in c.heading) > 0)
  order by d.created_at, d.id, c.position limit 5000`;
