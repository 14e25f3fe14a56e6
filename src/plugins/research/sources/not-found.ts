import type { ReportSource, ResearchLanguage, ResearchState } from '../state.js';
import { keptEntries } from '../synthesis/evidence.js';

/** What the report says, under a heading of its own, of parts that nothing was found for. */
export interface NotFound {
  heading: string;
  /** One for each part: what it is, and what was searched. */
  items: string[];
}

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

/** The tasks of which no passage that was found is a source of the report; undefined where each has one. */
export function notFound(
  state: Readonly<ResearchState>,
  sources: readonly ReportSource[],
  language: ResearchLanguage,
): NotFound | undefined {
  const say = phrases[language];
  const cited = new Set(sources.map(({ blockId }) => blockId));
  const kept = new Map(keptEntries(state).map((entry) => [entry.chunkId, entry]));
  const isAnswered = (id: number) =>
    // A passage that two tasks found is kept once: what a search of the task found counts too.
    [
      ...[...kept.values()].filter(({ taskId }) => taskId === id),
      ...state.searches
        .filter(({ taskId }) => taskId === id)
        .flatMap(({ chunks }) => chunks.flatMap(({ chunkId }) => kept.get(chunkId) ?? [])),
    ].some(({ blockIds }) => blockIds.some((blockId) => cited.has(blockId)));
  const items = state.tasks
    .filter(({ id }) => !isAnswered(id))
    .map(({ id, task }) => {
      const queries = state.searches.filter(({ taskId }) => taskId === id);
      const searched = queries.map(({ query }) => say.quoted(query)).join(', ');
      return say.item(task, searched || say.none);
    });
  return items.length === 0 ? undefined : { heading: say.heading, items };
}
