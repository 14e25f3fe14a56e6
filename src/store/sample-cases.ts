import type { Clock } from '../foundation/clock.js';
import { SAMPLE_OWNER } from './cases.store.js';
import type { Database } from './database.js';

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
const samples: readonly SampleCase[] = [
  {
    id: '5a3c0001-0000-4000-8000-000000000001',
    number: 'HV-2041',
    title: 'Larsen Boat Hire v. Harbour Office (berth fees)',
    court: 'Town Court, Chamber for Administrative Matters',
    status: 'open',
    summary:
      'The harbour office charges the berth fee of the summer season for a boat that lay ashore for repair. Our client runs the boat hire and objects: no berth was used, and the notice names no provision.',
    openedDaysAgo: 41,
    deadlines: [
      { title: 'Reasons for the objection to the fee notice', inDays: 9 },
      { title: 'Shipyard hands in the repair log', inDays: 4 },
      { title: 'Objection filed', inDays: -30, isDone: true },
    ],
  },
  {
    id: '5a3c0001-0000-4000-8000-000000000002',
    number: 'HV-2046',
    title: 'Residents of Fischergasse (noise of the fish market at night)',
    court: null,
    status: 'open',
    summary:
      'Eleven residents ask the town to act against deliveries to the fish market before six in the morning. The market relies on an exemption that may have expired.',
    openedDaysAgo: 18,
    deadlines: [
      { title: 'Inspect the file of the exemption at the town hall', inDays: 2 },
      { title: 'Application for an order to the market hall', inDays: 21 },
    ],
  },
  {
    id: '5a3c0001-0000-4000-8000-000000000003',
    number: 'HV-1988',
    title: 'Café Lotsenhaus (terrace on the quay, permit for special use)',
    court: null,
    status: 'closed',
    summary:
      'Permit for twelve tables on the quay, granted for three seasons with conditions on the width of the passage and the closing hour.',
    openedDaysAgo: 203,
    deadlines: [{ title: 'Permit has to be renewed', inDays: 160 }],
  },
];

/** Puts the samples in for all users, their days counted from today, or takes them out. */
export async function putSampleCases(db: Database, clock: Clock, isWanted: boolean): Promise<void> {
  const dayIn = (days: number) =>
    new Date(clock().getTime() + days * 86_400_000).toISOString().slice(0, 10);
  await db.transaction(async (tx) => {
    await tx.query('delete from sextant.cases where user_id = $1', [SAMPLE_OWNER]);
    for (const { id, number, title, court, status, summary, ...sample } of isWanted
      ? samples
      : []) {
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
