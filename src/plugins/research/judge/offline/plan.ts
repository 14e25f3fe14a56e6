import { withoutEnd } from '../../../../foundation/without-end.js';
import { headingOf } from '../../text/place.js';
import { exclusionsOf, isLeftOut, withoutExclusions } from '../../text/exclusions.js';
import { questionParts } from '../../../../language/question-parts.js';
import { comparable, speaksOf, stemsOf, termsOf } from '../../text/terms.js';
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
    part: 'Ein Teil der Frage.',
    heading: (title: string) => `Die Vorklärung fand diese Stelle in „${title}“.`,
    reply: 'Vom Nutzer in der Vorklärung genannt.',
    ofReply: (said: string) => `Was gilt hierzu: „${said}“?`,
    ofHeading: (heading: string) => `Was steht unter „${heading}“ zu dieser Frage?`,
    general: [
      'Welche Ausnahmen und Sonderfälle gibt es?',
      'Welche Voraussetzungen, Pflichten und Fristen gelten?',
      'Welche Begriffe werden verwendet, und wo gelten sie?',
    ],
    why: 'Ergänzt die Frage.',
  },
  en: {
    main: 'The question itself.',
    part: 'A part of the question.',
    heading: (title: string) => `Clarification found this place in “${title}”.`,
    reply: 'The user named it in clarification.',
    ofReply: (said: string) => `What applies to this: “${said}”?`,
    ofHeading: (heading: string) => `What does “${heading}” say on this question?`,
    general: [
      'Which exceptions and special cases are there?',
      'Which requirements, duties and time limits apply?',
      'Which terms are used, and where do they apply?',
    ],
    why: 'Rounds off the question.',
  },
} as const;

/**
 * Three to five tasks: the question or its parts, what the user added, the best places that were found, and general
 * ones up to three.
 */
export function planTasks({
  anchor,
  passages,
}: {
  anchor: AnchorText;
  passages: readonly Excerpt[];
}): PlannedTask[] {
  const say = phrases[anchor.language];
  const parts = questionParts(anchor.originalQuery, anchor.language);
  const left = anchor.refinements.flatMap(exclusionsOf);
  const wanted = passages.filter(
    (passage) => !isLeftOut(headingOf(passage), left, anchor.language),
  );
  const tasks = distinct([
    ...parts.map((part) => {
      const context = parts.length === 1 ? say.main : say.part;
      return { task: part, context, subtasks: withSubject(part, anchor) };
    }),
    ...anchor.refinements
      .map((said) => subjectOf(withoutExclusions(said)))
      .filter((task) => task !== '')
      .slice(0, OF_REPLIES)
      .map((said) => {
        const subtasks = withSubject(said, anchor);
        return { task: say.ofReply(said), context: say.reply, subtasks };
      }),
    ...bestHeadings(anchor, wanted).map((passage) => ({
      task: say.ofHeading(headingOf(passage)),
      context: say.heading(passage.title),
    })),
  ]).slice(0, MOST);
  const main = anchor.keyEntities.slice(0, MAIN_ENTITIES).join(', ');
  const about = main === '' ? '' : `${main.charAt(0).toUpperCase()}${main.slice(1)}: `;
  const general = say.general.map((task) => ({ task: `${about}${task}`, context: say.why }));
  return distinct([...tasks, ...general.slice(0, Math.max(0, FEWEST - tasks.length))]);
}

/** A text with the main subjects that it does not name itself, to be searched for; none where it names all. */
function withSubject(text: string, { keyEntities, language }: AnchorText): string[] {
  const stems = stemsOf(text, language);
  const missing = keyEntities.slice(0, MAIN_ENTITIES).filter((entity) => {
    return !termsOf(entity, language).some((term) => speaksOf(stems, term));
  });
  return missing.length === 0 ? [] : [`${text} ${missing.join(' ')}`];
}

/** What a reply is about, without the words that only lead to it: "Ja, bitte auch die Freigrenzen." */
const LEADS =
  /^(?:(?:ja|yes|bitte|please|auch|also|and|und|genau|right|gern|gerne|sure)(?=[\s,])[\s,]{1,3})+|^(?:es geht (?:mir |uns )?(?:nur )?um|it is (?:only )?about|i mean|ich meine|ich möchte (?:vor allem )?wissen,|i want to know|it's about|this is about|we are talking about)\s/i;

function subjectOf(said: string): string {
  let text = withoutEnd(said.trim(), /[.!?\s]/);
  for (let before = ''; before !== text;) {
    before = text;
    text = text.replace(LEADS, '');
  }
  return text;
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
