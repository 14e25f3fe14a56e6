import { toVector } from '../../knowledge/vectors.store.js';
import { readableConfigs } from '../../knowledge/readable.js';
import type { Embedder } from '../../toolindex/embedder.js';
import type { Database } from '../../store/database.js';

/** A section that lacks a vector of its present text. */
export interface PendingSection {
  id: number;
  text: string;
  hash: string;
}

/** So much of a section's beginning is embedded: models read hardly more, and annexes are books. */
const EMBEDDED_CHARS = 1_500;

/** Vectors of sections: one for each, of one embedder and one text; none of a language that the embedder does not read. */
export class PgSectionVectorStore {
  constructor(
    private readonly db: Database,
    private readonly embedder: Pick<Embedder, 'id' | 'languages'>,
  ) {}

  async countPending(): Promise<number> {
    const text = `select count(*) as n from (${PENDING}) as pending`;
    return (await this.db.query<{ n: number }>(text, this.values()))[0]?.n ?? 0;
  }

  async pending(limit: number): Promise<PendingSection[]> {
    const text = `${PENDING} order by id limit $3`;
    return this.db.query<PendingSection>(text, [...this.values(), limit]);
  }

  private values(): unknown[] {
    return [this.embedder.id, readableConfigs(this.embedder)];
  }

  async put(sections: readonly PendingSection[], vectors: readonly Float32Array[]): Promise<void> {
    const rows = sections.map(({ id, hash }, row) => {
      return { id, hash, v: toVector(vectors[row] as Float32Array) };
    });
    await this.db.query(
      `insert into graph.vectors (node_id, embedder_id, text_hash, embedding)
       select n.id, $1, r.hash, r.v::vector
       from jsonb_to_recordset($2::jsonb) as r (id integer, hash text, v text)
       join graph.nodes n on n.id = r.id
       on conflict (node_id) do update set embedder_id = excluded.embedder_id,
         text_hash = excluded.text_hash, embedding = excluded.embedding`,
      [this.embedder.id, JSON.stringify(rows)],
    );
  }

  /** All vectors of the embedder by section, those of one language together. */
  async byLanguage(): Promise<{ id: number; vector: Float32Array }[][]> {
    const rows = await this.db.query<{ id: number; config: string; v: string }>(
      `select v.node_id as id, n.config::text, v.embedding::text as v
       from graph.vectors v join graph.nodes n on n.id = v.node_id
       where v.embedder_id = $1 and n.config = any($2::regconfig[]) order by 1`,
      this.values(),
    );
    const groups = new Map<string, { id: number; vector: Float32Array }[]>();
    for (const { id, config, v } of rows) {
      const vector = Float32Array.from(JSON.parse(v) as number[]);
      const group = groups.get(config);
      if (group) group.push({ id, vector });
      else groups.set(config, [{ id, vector }]);
    }
    return [...groups.values()];
  }
}

/** Sections in a language that the embedder reads whose vector is missing, of another embedder, or of an earlier text. */
const PENDING = `select id, text, hash from (
    select id, text, md5(text) as hash from (
      select id, concat_ws('. ', nullif(title, ''), nullif(heading, ''),
        left(source_text, ${EMBEDDED_CHARS})) as text
      from graph.nodes where node_type = 'section' and config = any($2::regconfig[])
    ) as written
  ) as hashed
  where not exists (select 1 from graph.vectors v where v.node_id = hashed.id
    and v.embedder_id = $1 and v.text_hash = hashed.hash)`;
