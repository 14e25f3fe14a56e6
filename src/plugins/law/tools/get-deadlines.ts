import { defineTool } from '../../../agenttools/define-tool.js';
import { defined } from '../../../foundation/defined.js';
import type { Deadline, LegalCase } from './cases.js';
import type { LawServices } from '../services.js';

interface Input {
  within_days?: number;
  case_number?: string;
  include_done?: boolean;
}

const MAX_LISTED = 60;

/** Lists what is due in the user's cases. */
export const getDeadlines = defineTool<Input, LawServices>({
  name: 'get_deadlines',
  description:
    "Lists what is due in the user's cases, the next one first: what, on which day, how many days are left (negative: overdue), and in which case. Leaves out what is done.",
  properties: {
    within_days: {
      type: 'integer',
      minimum: 0,
      maximum: 3650,
      description: 'Only what is due within so many days, or overdue.',
    },
    case_number: {
      type: 'string',
      minLength: 1,
      maxLength: 80,
      description: 'Only what is due in this case: its number, from get_cases.',
    },
    include_done: {
      type: 'boolean',
      default: false,
      description: 'Also what is done (default false).',
    },
  },
  examples: [
    'Which deadlines are coming up?',
    'What is due this week?',
    'Is anything overdue?',
    'Welche Fristen laufen demnächst ab?',
  ],
  groups: ['law'],
  effect: 'read',
  execute: async (
    { within_days: days, case_number: number, include_done: withDone = false },
    context,
  ) => {
    const all = await context.cases.list(context.caller.userId);
    const found = all
      .filter((one) => number === undefined || isSame(one.number, number))
      .flatMap((one) => one.deadlines.map((deadline) => ({ deadline, of: one })))
      .filter(({ deadline }) => withDone || !deadline.isDone)
      .filter(({ deadline }) => days === undefined || deadline.daysLeft <= days)
      .sort((one, other) => one.deadline.daysLeft - other.deadline.daysLeft);
    const isUnknown = number !== undefined && !all.some((one) => isSame(one.number, number));
    return {
      result: {
        total: found.length,
        deadlines: found.slice(0, MAX_LISTED).map(({ deadline, of }) => toLine(deadline, of)),
        ...defined({
          note: isUnknown ? `There is no case ${number}: get_cases lists them.` : undefined,
        }),
      },
    };
  },
});

function isSame(number: string, wanted: string): boolean {
  return number.trim().toLowerCase() === wanted.trim().toLowerCase();
}

function toLine({ title, dueOn, daysLeft, isDone }: Deadline, { number, ...of }: LegalCase) {
  return {
    title,
    due_on: dueOn,
    days_left: daysLeft,
    ...defined({ done: isDone || undefined }),
    case_number: number,
    case_title: of.title,
    ...defined({ sample: of.isSample || undefined }),
  };
}
