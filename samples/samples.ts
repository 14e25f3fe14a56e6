import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DEFAULT_KB, SHARED_OWNER } from '../src/knowledge/document.model.js';
import type { Knowledge } from '../src/knowledge/knowledge.js';
import { kindOf, kindOfName } from '../src/knowledge/parsing/document-kind.js';
import type { Clock } from '../src/foundation/clock.js';
import { SAMPLE_OWNER } from '../src/plugins/law/store/cases.store.js';
import type { Database } from '../src/store/database.js';

/** The build copies its documents. */
const HANDBOOK = fileURLToPath(new URL('./handbook/', import.meta.url));

/** Takes in the sample handbook for all users, into the default knowledge base. What is there already stays. */
export async function addHandbook(knowledge: Knowledge, directory = HANDBOOK): Promise<void> {
  const names = (await readdir(directory)).filter((name) => kindOfName(name) !== undefined);
  for (const fileName of names.sort()) {
    const bytes = await readFile(join(directory, fileName));
    const kind = kindOf(fileName, bytes);
    await knowledge.add({ userId: SHARED_OWNER, kbId: DEFAULT_KB, fileName, kind, bytes });
  }
}

/** A sample; its days are counted from today, so that it never grows old. */
interface SampleCase {
  id: string;
  number: string;
  title: string;
  court: string | null;
  status: 'open' | 'closed';
  summary: string;
  openedDaysAgo: number;
  deadlines: readonly { title: string; inDays: number; isDone?: boolean }[];
}

/** Cases of Lindhaven, the invented town of the sample ordinances, which have what bears on them. */
const SAMPLES = new URL('./town-law/cases.json', import.meta.url);

/** Puts the samples in for all users, their days counted from today, or takes them out. */
export async function putSampleCases(db: Database, clock: Clock, isWanted: boolean): Promise<void> {
  const dayIn = (days: number) =>
    new Date(clock().getTime() + days * 86_400_000).toISOString().slice(0, 10);
  const samples = isWanted
    ? (JSON.parse(await readFile(SAMPLES, 'utf8')) as readonly SampleCase[])
    : [];
  await db.transaction(async (tx) => {
    await tx.query('delete from sextant.cases where user_id = $1', [SAMPLE_OWNER]);
    for (const { id, number, title, court, status, summary, ...sample } of samples) {
      const opened = dayIn(-sample.openedDaysAgo);
      const values = [id, SAMPLE_OWNER, number, title, court, status, summary, opened, clock()];
      await tx.query(INSERT_CASE, values);
      for (const [position, deadline] of sample.deadlines.entries()) {
        const { title: what, inDays, isDone = false } = deadline;
        await tx.query(INSERT_DEADLINE, [id, position, what, dayIn(inDays), isDone]);
      }
    }
  });
}

/** Several servers may start at once. */
const INSERT_CASE = `insert into sextant.cases
    (id, user_id, number, title, court, status, summary, opened_on, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing`;

const INSERT_DEADLINE = `insert into sextant.deadlines (case_id, position, title, due_on, is_done)
  values ($1, $2, $3, $4, $5) on conflict do nothing`;

/** The law of Lindhaven, an invented town, as a folder for the knowledge graph. */
export const townLawGraph = {
  folder: fileURLToPath(new URL('./town-law/', import.meta.url)),
  collection: 'ordinances',
} as const;
