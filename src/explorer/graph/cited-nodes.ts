import { askedReferences } from '../../references/asked-references.js';
import { actsIn, findAct, withAbbreviations } from '../../references/find-act.js';
import { labelsOf } from '../../references/labels.js';
import type { Reference } from '../../references/reference.js';
import { numberBesideName } from '../../references/short-citation.js';
import type { Queryable } from '../../store/database.js';
import type { LinkDocument } from '../build/resolve.js';
import type { NodeType } from './node.js';

/** So many references of a search are looked up, and so many sections "ff." stands for. */
const MOST_REFERENCES = 20;
const FOLLOWING = 4;

/**
 * The ids of the nodes that a search cites, in its order: "§ 78 StrlSchG", "§ 69 der Strahlenschutzverordnung",
 * "§§ 78 ff.". Without a law's name a number is looked up in all of them; in one that is not here it is in none.
 */
export async function citedNodes(
  db: Queryable,
  search: string,
  type: NodeType | undefined,
): Promise<number[]> {
  const cites = askedReferences(search).length > 0;
  const short = cites ? undefined : numberBesideName(search);
  if (!cites && short === undefined) return [];
  const acts = await db.query<LinkDocument>(
    'select id, title, abbreviation, path from graph.documents order by id',
  );
  const named = actsIn(search, acts);
  const isCitation = named.length > 0 && short !== undefined;
  const text = isCitation ? `§ ${short}` : withAbbreviations(search, acts);
  const references = askedReferences(text).slice(0, MOST_REFERENCES);
  const ids: number[] = [];
  for (const reference of references) {
    const among = actsOf(reference, named, acts);
    if (among.length > 0) ids.push(...(await lookUp(db, reference, among, type)));
  }
  return [...new Set(ids)];
}

function actsOf(
  { kind, number, document }: Reference,
  named: readonly LinkDocument[],
  acts: readonly LinkDocument[],
): readonly LinkDocument[] {
  const name = kind === 'document' ? number : document;
  if (name === undefined) return named.length > 0 ? named : acts;
  const act = findAct(name, acts);
  return act === undefined ? [] : [act];
}

async function lookUp(
  db: Queryable,
  reference: Reference,
  acts: readonly LinkDocument[],
  type: NodeType | undefined,
): Promise<number[]> {
  const labels = reference.kind === 'document' ? ['title'] : labelsOf(reference);

  const [after] = /\bff?(?=\.?$)/.exec(reference.detail ?? '') ?? [];
  const rows = await db.query<{ id: number }>(CITED, [
    acts.map(({ id }) => id),
    labels,
    type ?? null,
    after === 'ff' ? FOLLOWING : Number(after === 'f'),
  ]);
  return rows.map(({ id }) => id);
}

/** A part is known by the last label of its key: "/Teil 2/Kapitel 1". */
const CITED = `with cited as (
    select document_id, position from graph.nodes
    where document_id = any($1::int[]) and regexp_replace(key, '^.*/', '') = any($2::text[])
  )
  select n.id from cited c join graph.nodes n on n.document_id = c.document_id
    and n.position between c.position and c.position + $4::int
  where ($3::text is null or n.node_type = $3) and (n.position = c.position or n.node_type = 'section')
  order by c.document_id, c.position, n.position limit 50`;
