import { headingOf } from '../../text/place.js';
import { comparable, withoutExclusions } from '../../text/terms.js';
import type { AnchorText, Excerpt, PlannedTask } from '../judge.js';
import { relevanceTo } from './relevance.js';

const MOST = 5;
const FEWEST = 3;
const OF_HEADINGS = 2;
const OF_REPLIES = 2;
const MAIN_ENTITIES = 3;

const phrases = {
  de: {
    main: 'Die Frage selbst.',
    heading: (title: string) => `Die Vorklärung fand diese Stelle in „${title}“.`,
    reply: 'Vom Nutzer in der Vorklärung genannt.',
    general: [
      (of: string) => `${of}: Ausnahmen und Sonderfälle`,
      (of: string) => `${of}: Voraussetzungen, Pflichten und Fristen`,
      (of: string) => `${of}: Begriffe und Anwendungsbereich`,
    ],
    why: 'Ergänzt die Frage.',
  },
  en: {
    main: 'The question itself.',
    heading: (title: string) => `Clarification found this place in "${title}".`,
    reply: 'The user named it in clarification.',
    general: [
      (of: string) => `${of}: exceptions and special cases`,
      (of: string) => `${of}: requirements, duties and time limits`,
      (of: string) => `${of}: terms and scope`,
    ],
    why: 'Rounds off the question.',
  },
} as const;

/** Three to five tasks: the question, what the user added, the best places that were found, and general ones up to three. */
export function planTasks({
  anchor,
  passages,
}: {
  anchor: AnchorText;
  passages: readonly Excerpt[];
}): PlannedTask[] {
  const say = phrases[anchor.language];
  const of = anchor.keyEntities.slice(0, MAIN_ENTITIES).join(', ') || anchor.originalQuery;
  const tasks = distinct([
    { task: anchor.originalQuery, context: say.main },
    ...anchor.refinements
      .map(withoutExclusions)
      .filter((task) => task !== '')
      .slice(0, OF_REPLIES)
      .map((task) => ({ task: `${of}: ${task}`, context: say.reply })),
    ...bestHeadings(anchor, passages).map((passage) => ({
      task: `${headingOf(passage)}: ${of}`,
      context: say.heading(passage.title),
    })),
  ]).slice(0, MOST);
  const general = say.general.map((make) => ({ task: make(of), context: say.why }));
  return distinct([...tasks, ...general.slice(0, Math.max(0, FEWEST - tasks.length))]);
}

function bestHeadings(anchor: AnchorText, passages: readonly Excerpt[]): Excerpt[] {
  const scores = relevanceTo(
    anchor,
    passages.map((passage) => ({ ...passage, info: '' })),
    'rare',
  );
  const ranked = passages
    .map((passage, at) => ({ passage, score: scores[at] ?? 0 }))
    .sort((a, b) => b.score - a.score)
    .map(({ passage }) => passage);
  const seen = new Set<string>();
  return ranked
    .filter((passage) => {
      const heading = comparable(headingOf(passage));
      const isNew = !seen.has(heading);
      seen.add(heading);
      return isNew;
    })
    .slice(0, OF_HEADINGS);
}

function distinct(tasks: readonly PlannedTask[]): PlannedTask[] {
  const texts = tasks.map(({ task }) => comparable(task));
  return tasks.filter((_, at) => texts.indexOf(texts[at] ?? '') === at);
}
