import { defineTool } from '../../../agenttools/define-tool.js';
import type { LegalCase } from './cases.js';
import { holdsWords } from './words.js';
import type { LawServices } from '../services.js';

interface Input {
  search?: string;
  status?: 'open' | 'closed';
}

const MAX_LISTED = 40;

/** Lists the user's cases. */
export const getCases = defineTool<Input, LawServices>({
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
  groups: ['law'],
  effect: 'read',
  execute: async ({ search, status }, { caller, cases }) => {
    const all = await cases.list(caller.userId);
    const found = all.filter(
      (one) => (status === undefined || one.status === status) && holdsWords(textOf(one), search),
    );
    const note =
      all.length === 0
        ? 'There are no cases yet.'
        : found.length === 0
          ? `None of the ${all.length} cases fits.`
          : found.length > MAX_LISTED
            ? `Only ${MAX_LISTED} are listed.`
            : undefined;
    return {
      result: {
        total: found.length,
        cases: found.slice(0, MAX_LISTED).map(toLine),
        note,
      },
    };
  },
});

function textOf({ number, title, court = '', summary }: LegalCase): string {
  return [number, title, court, summary].join(' ');
}

function toLine({
  number,
  title,
  court,
  status,
  summary,
  openedOn,
  deadlines,
  isSample,
}: LegalCase) {
  const next = deadlines.find(({ isDone }) => !isDone);
  return {
    number,
    title,
    court,
    status,
    summary,
    opened_on: openedOn,
    next_deadline: next && { title: next.title, due_on: next.dueOn, days_left: next.daysLeft },
    sample: isSample || undefined,
  };
}
