import { headingOf } from '../../text/place.js';
import { exclusionsOf, isLeftOut, withoutExclusions } from '../../text/exclusions.js';
import { comparable } from '../../text/terms.js';
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
    and: 'und',
    ofReply: (of: string, said: string) => `Was gilt für ${of} im Hinblick auf „${said}“?`,
    ofHeading: (heading: string, of: string) => `Was sagt „${heading}“ zu ${of}?`,
    general: [
      (of: string) => `Welche Ausnahmen und Sonderfälle gibt es für ${of}?`,
      (of: string) => `Welche Voraussetzungen, Pflichten und Fristen gelten für ${of}?`,
      (of: string) => `Welche Begriffe und welcher Anwendungsbereich gelten für ${of}?`,
    ],
    why: 'Ergänzt die Frage.',
  },
  en: {
    main: 'The question itself.',
    heading: (title: string) => `Clarification found this place in "${title}".`,
    reply: 'The user named it in clarification.',
    and: 'and',
    ofReply: (of: string, said: string) => `What applies to ${of} in view of "${said}"?`,
    ofHeading: (heading: string, of: string) => `What does "${heading}" say about ${of}?`,
    general: [
      (of: string) => `Which exceptions and special cases are there for ${of}?`,
      (of: string) => `Which requirements, duties and time limits apply to ${of}?`,
      (of: string) => `Which terms and which scope apply to ${of}?`,
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
  const main = anchor.keyEntities.slice(0, MAIN_ENTITIES);
  const of = listed(main, say.and) || anchor.originalQuery;
  const left = anchor.refinements.flatMap(exclusionsOf);
  const wanted = passages.filter(
    (passage) => !isLeftOut(headingOf(passage), left, anchor.language),
  );
  const tasks = distinct([
    { task: anchor.originalQuery, context: say.main },
    ...anchor.refinements
      .map(withoutExclusions)
      .filter((task) => task !== '')
      .slice(0, OF_REPLIES)
      .map((said) => ({ task: say.ofReply(of, withoutEnd(said)), context: say.reply })),
    ...bestHeadings(anchor, wanted).map((passage) => ({
      task: say.ofHeading(headingOf(passage), of),
      context: say.heading(passage.title),
    })),
  ]).slice(0, MOST);
  const general = say.general.map((make) => ({ task: make(of), context: say.why }));
  return distinct([...tasks, ...general.slice(0, Math.max(0, FEWEST - tasks.length))]);
}

/** `a`, `a and b`, `a, b and c`. */
function listed(names: readonly string[], and: string): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} ${and} ${names.at(-1)}`;
}

function withoutEnd(said: string): string {
  return said.trim().replace(/[.!?]$/, '');
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
