import { defineTool } from '../../../agenttools/define-tool.js';
import { closeNames } from '../../../agenttools/names.js';
import { AppError } from '../../../foundation/errors.js';
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
      maxLength: 200,
      description: 'Only what is due in this case: its number or title, from get_cases.',
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
    const cases = number === undefined ? all : [findCase(all, number)];
    const found = cases
      .flatMap((one) => one.deadlines.map((deadline) => ({ deadline, of: one })))
      .filter(({ deadline }) => withDone || !deadline.isDone)
      .filter(({ deadline }) => days === undefined || deadline.daysLeft <= days)
      .sort((one, other) => one.deadline.daysLeft - other.deadline.daysLeft);
    return {
      result: {
        total: found.length,
        deadlines: found.slice(0, MAX_LISTED).map(({ deadline, of }) => toLine(deadline, of)),
      },
    };
  },
});

/** By number or whole title: a part of a number may be another case's. */
function findCase(cases: readonly LegalCase[], wanted: string): LegalCase {
  const text = wanted.trim().toLowerCase();
  const isMeant = (name: string) => name.trim().toLowerCase() === text;
  const titled = cases.filter(({ title }) => isMeant(title));
  const found =
    cases.find(({ number }) => isMeant(number)) ?? (titled.length === 1 ? titled[0] : undefined);
  if (found !== undefined) return found;
  const names = cases.map(({ number, title }) => `${number} (${title})`);
  throw new AppError(
    'not_found',
    `There is no case "${wanted}". Cases: ${closeNames(names, wanted).join(', ') || 'none yet'}. Pass the number of one of them; get_cases lists all.`,
  );
}

function toLine({ title, dueOn, daysLeft, isDone }: Deadline, { number, ...of }: LegalCase) {
  return {
    title,
    due_on: dueOn,
    days_left: daysLeft,
    done: isDone || undefined,
    case_number: number,
    case_title: of.title,
    sample: of.isSample || undefined,
  };
}
