import { headingOf } from '../../text/place.js';
import { shareSpoken, termsOf } from '../../text/terms.js';
import type { AnchorText, NumberedEvidence, PlannedTask, TaskConclusion } from '../judge.js';

const FINDINGS = 5;
const IN_SUMMARY = 3;

const phrases = {
  de: {
    nothing: (task: string) => `Zu „${task}“ wurde nichts gefunden.`,
    open: (place: string) => `Was steht unter „${place}“ zu dieser Frage?`,
    why: 'Mehrere Fundstellen verweisen darauf, und es wurde nicht mehr gelesen.',
  },
  en: {
    nothing: (task: string) => `Nothing was found for "${task}".`,
    open: (place: string) => `What does “${place}” say on this question?`,
    why: 'Several passages refer to it, and it was not read any more.',
  },
} as const;

/** The best findings of a task in the words of the documents, and how much of the task they speak of. */
export function conclude({
  anchor,
  task,
  findings,
}: {
  anchor: AnchorText;
  task: string;
  findings: readonly NumberedEvidence[];
}): TaskConclusion {
  const told = [...findings]
    .filter(({ info }) => info !== '')
    .sort((a, b) => a.tier - b.tier || b.weight - a.weight)
    .slice(0, FINDINGS)
    .map((finding) => `${headingOf(finding)}: ${finding.info}`);
  const said = told.join(' ');
  return {
    summary:
      told.length === 0
        ? phrases[anchor.language].nothing(task)
        : told.slice(0, IN_SUMMARY).join('\n'),
    keyFindings: told,
    relevance: shareSpoken(termsOf(task, anchor.language), said, anchor.language),
  };
}

/** One task for the place that was most often referred to and could not be read within the limits; mostly none. */
export function furtherTasks({
  anchor,
  tasks,
  unresolved,
}: {
  anchor: AnchorText;
  tasks: readonly string[];
  unresolved: readonly string[];
}): PlannedTask[] {
  const say = phrases[anchor.language];
  const times = new Map<string, number>();
  for (const place of unresolved) times.set(place, (times.get(place) ?? 0) + 1);
  const [most] = [...times].filter(([, count]) => count > 1).sort(([, a], [, b]) => b - a);
  if (most === undefined) return [];
  const task = say.open(most[0].split(' › ').at(-1) ?? '');
  return tasks.includes(task) ? [] : [{ task, context: say.why }];
}
