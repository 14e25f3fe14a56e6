import type { StoredCase } from '../store/cases.store.js';
import { lawTool } from '../services.js';
import { closeNames } from '../../../agenttools/names.js';
import { AppError } from '../../../foundation/errors.js';

const MAX_CASES = 40;

export const getCases = lawTool<{ search?: string; status?: 'open' | 'closed' }>({
  name: 'get_cases',
  description:
    "Lists the user's cases: number, title, court, status, summary, since when, and what is due next in each. Open cases come first.",
  properties: {
    search: {
      type: 'string',
      minLength: 1,
      maxLength: 200,
      description: 'Only cases with these words in number, title, court or summary.',
    },
    status: { type: 'string', enum: ['open', 'closed'], description: 'Only cases of this status.' },
  },
  examples: [
    'Which cases am I working on?',
    'Show my open cases',
    'What is the case about the berth fees?',
    'Welche Fälle sind offen?',
  ],
  execute: async ({ search, status }, { caller, cases }) => {
    const all = await cases.list(caller.userId);
    const found = all
      .filter((one) => status === undefined || one.status === status)
      .filter(({ number, title, court = '', summary }) =>
        holdsWords([number, title, court, summary].join(' '), search),
      );
    const note =
      all.length === 0
        ? 'There are no cases yet.'
        : found.length === 0
          ? `None of the ${all.length} cases fits.`
          : found.length > MAX_CASES
            ? `Only ${MAX_CASES} are listed.`
            : undefined;
    const listed = found.slice(0, MAX_CASES).map(caseLine);
    return { result: { total: found.length, cases: listed, note } };
  },
});

/** Whether a text holds all of these words, in any order and without regard to case; no words hold always. */
export function holdsWords(text: string, words: string | undefined): boolean {
  const plain = text.normalize('NFKC').toLowerCase();
  const wanted = words?.normalize('NFKC').toLowerCase().split(/\s+/) ?? [];
  return wanted.every((word) => plain.includes(word));
}

function caseLine(one: StoredCase) {
  const next = one.deadlines.find(({ isDone }) => !isDone);
  return {
    number: one.number,
    title: one.title,
    court: one.court,
    status: one.status,
    summary: one.summary,
    opened_on: one.openedOn,
    next_deadline: next && { title: next.title, due_on: next.dueOn, days_left: next.daysLeft },
    sample: one.isSample || undefined,
  };
}

const MAX_DEADLINES = 60;

export const getDeadlines = lawTool<{
  within_days?: number;
  case_number?: string;
  include_done?: boolean;
}>({
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
  execute: async (
    { within_days: days, case_number: number, include_done: withDone = false },
    context,
  ) => {
    const all = await context.cases.list(context.caller.userId);
    const cases = number === undefined ? all : [findCase(all, number)];
    const found = cases
      .flatMap((one) => one.deadlines.map((deadline) => ({ ...deadline, of: one })))
      .filter(({ isDone }) => withDone || !isDone)
      .filter(({ daysLeft }) => days === undefined || daysLeft <= days)
      .sort((one, other) => one.daysLeft - other.daysLeft);
    const deadlines = found.slice(0, MAX_DEADLINES).map((deadline) => ({
      title: deadline.title,
      due_on: deadline.dueOn,
      days_left: deadline.daysLeft,
      done: deadline.isDone || undefined,
      case_number: deadline.of.number,
      case_title: deadline.of.title,
      sample: deadline.of.isSample || undefined,
    }));
    return { result: { total: found.length, deadlines } };
  },
});

/** By number or whole title: a part of a number may be another case's. */
function findCase(cases: readonly StoredCase[], wanted: string): StoredCase {
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
