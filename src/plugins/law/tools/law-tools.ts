import { textProperty, countProperty, choiceProperty } from '../../../foundation/json.js';
import type { StoredCase, PgCaseStore } from '../store/cases.store.js';
import { closeNames } from '../../../agenttools/names.js';
import { notFound } from '../../../foundation/errors.js';
import { toolsFor, type ToolCall, type ToolOf } from '../../../agenttools/tool.js';
import type { Knowledge } from '../../../knowledge/knowledge.js';
import type { ExplorerClient } from '../graph/http-explorer.js';
import type { OutsideSources } from '../../../knowledge/outside/services/outside-sources.js';
import type { StoredDocument } from '../../../knowledge/document.model.js';
import type { Passage } from '../../../knowledge/retrieval/search.js';
import { leftOutOf, searchedTitles, searchOnce } from '../../../citations/search-passages.js';

export interface LawServices {
  knowledge: Knowledge;
  explorer: ExplorerClient;
  cases: Pick<PgCaseStore, 'list'>;
  legal: OutsideSources;
}

export type LawCall = ToolCall & LawServices;

const lawTool = toolsFor<LawServices>('law');

const MAX_CASES = 40;

const getCases = lawTool<{ search?: string; status?: 'open' | 'closed' }>({
  name: 'get_cases',
  description:
    "Lists the user's cases: number, title, court, status, summary, since when, and what is due next in each. Open cases come first.",
  properties: {
    search: textProperty('Only cases with these words in number, title, court or summary.', 200),
    status: choiceProperty(['open', 'closed'], 'Only cases of this status.'),
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

function caseLine({ number, title, court, status, summary, openedOn, ...one }: StoredCase) {
  const next = one.deadlines.find(({ isDone }) => !isDone);
  return {
    number,
    title,
    court,
    status,
    summary,
    opened_on: openedOn,
    next_deadline: next && { title: next.title, due_on: next.dueOn, days_left: next.daysLeft },
    sample: one.isSample || undefined,
  };
}

const MAX_DEADLINES = 60;

const getDeadlines = lawTool<{
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
    case_number: textProperty(
      'Only what is due in this case: its number or title, from get_cases.',
      200,
    ),
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
    const deadlines = found
      .slice(0, MAX_DEADLINES)
      .map(({ title, dueOn, daysLeft, isDone, of }) => ({
        title,
        due_on: dueOn,
        days_left: daysLeft,
        done: isDone || undefined,
        case_number: of.number,
        case_title: of.title,
        sample: of.isSample || undefined,
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
  throw notFound(
    `There is no case "${wanted}". Cases: ${closeNames(names, wanted).join(', ') || 'none yet'}. Pass the number of one of them; get_cases lists all.`,
  );
}

const MAX_DOCUMENTS = 50;

const getDocuments = lawTool<{ search?: string }>({
  name: 'get_documents',
  description:
    "Lists the user's documents and the shared ones: document_id, title, kind, language, pages, state and date of each. Only what there is; what they say is for search_knowledge.",
  properties: {
    search: textProperty('Only documents with these words in the title or file name.', 200),
  },
  examples: [
    'Which documents do I have?',
    'List my uploaded files',
    'Is there a contract among my documents?',
    'Welche Dokumente sind hochgeladen?',
  ],
  execute: async ({ search }, { caller, knowledge }) => {
    const all = await knowledge.documents(caller.userId);
    const found = all.filter(({ title, fileName }) => holdsWords(`${title} ${fileName}`, search));
    const note =
      found.length > MAX_DOCUMENTS
        ? `Only ${MAX_DOCUMENTS} are listed: narrow it down with search.`
        : found.length === 0 && all.length > 0
          ? `None of the ${all.length} documents has these words in its name.`
          : undefined;
    const listed = found.slice(0, MAX_DOCUMENTS).map(documentLine);
    return { result: { total: found.length, documents: listed, note } };
  },
});

function documentLine({ title, kind, language, pages, state, ...document }: StoredDocument) {
  return {
    document_id: document.id,
    title,
    kind,
    language,
    pages,
    state,
    shared: document.isShared || undefined,
    added_on: document.createdAt.toISOString().slice(0, 10),
  };
}

const searchKnowledge = lawTool<{ query: string; limit?: number }>({
  name: 'search_knowledge',
  description:
    "Searches the user's documents and the shared handbook for passages, by words and by meaning. Returns the passages with document_id, title, section, page, score and text. Laws and ordinances are in the knowledge graph: search those with search_nodes.",
  properties: {
    query: textProperty('What to search for.', 500, 2),
    limit: countProperty('How many passages to return', 5, 20),
  },
  required: ['query'],
  examples: [
    'What do my documents say about the lease?',
    'Search the uploaded files for the warranty clause',
    'Is there anything on liability in our papers?',
    'Was steht in meinen Unterlagen zur Kündigung?',
  ],
  execute: async ({ query, limit = 5 }, context) => {
    const { answer, isRepeated } = await searchOnce({ query, topK: limit }, context);
    const notes = [
      ...answer.notes,
      ...(isRepeated ? ['You searched for this before: these are the same passages.'] : []),
      ...(answer.searched + answer.beingRead === 0 ? ['There are no documents here yet.'] : []),
      ...(answer.searched > 0 && answer.passages.length === 0 ? ['No passage fits.'] : []),
    ];
    const searched = answer.passages.length > 0 ? undefined : await searchedTitles(context);
    const passages = answer.passages.map(passageLine);
    return { result: { passages, searched, left_out: leftOutOf(answer), notes } };
  },
});

function passageLine({ documentId, title, headingPath, page, score, text }: Passage) {
  return {
    document_id: documentId,
    title,
    section: headingPath.join(' › '),
    page,
    score: Math.round(score * 100) / 100,
    text,
  };
}

export const lawTools: readonly ToolOf<LawServices>[] = [
  searchKnowledge,
  getDocuments,
  getCases,
  getDeadlines,
];
