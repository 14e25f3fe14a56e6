import type { ReportPart, ResearchLanguage, ResearchState } from '../state.js';

/** So many queries are told of where it was not searched for one part alone. */
const MOST_QUERIES = 6;

const phrases = {
  de: {
    heading: 'Nicht gefunden',
    item: (task: string, searched: string) =>
      `Zu „${task}“ steht nichts im Bericht. Gesucht wurde: ${searched}.`,
    none: 'nichts',
    quoted: (text: string) => `„${text}“`,
  },
  en: {
    heading: 'Not found',
    item: (task: string, searched: string) =>
      `The report has nothing on “${task}”. What was searched: ${searched}.`,
    none: 'nothing',
    quoted: (text: string) => `“${text}”`,
  },
} as const;

/** The parts of the question and the approved tasks that no statement of the report answers; undefined where each has one. */
export function notFound(
  state: Readonly<ResearchState>,
  language: ResearchLanguage,
): ReportPart | undefined {
  const say = phrases[language];
  const items = (state.quality?.parts ?? [])
    .filter(({ isAnswered }) => !isAnswered)
    .map(({ question }) => {
      const searched = queriesFor(state, question).map((query) => say.quoted(query));
      return say.item(question, searched.join(', ') || say.none);
    });
  return items.length === 0 ? undefined : { heading: say.heading, items };
}

/** What was searched for a task; for a part of the question that is no task, what clarification searched. */
function queriesFor(
  { tasks, searches, clarification, researchQueries }: Readonly<ResearchState>,
  question: string,
): string[] {
  const id = tasks.find(({ task }) => task === question)?.id;
  if (id !== undefined) {
    return [...new Set(searches.filter(({ taskId }) => taskId === id).map(({ query }) => query))];
  }
  return [
    ...new Set([...researchQueries, ...clarification.rounds.flatMap(({ queries }) => queries)]),
  ].slice(0, MOST_QUERIES);
}
