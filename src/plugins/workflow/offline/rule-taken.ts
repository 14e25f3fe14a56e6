import type { ReadyAction } from './steps-to-actions.js';
import {
  spokenText,
  textMarkers,
  type KnownColumn,
  type ReadCondition,
  type Reading,
  type Taken,
} from '../../../../samples/offline-model/kit.js';

/** What a plan for a rule knows of what it took. */
export interface RuleParts {
  calls: readonly unknown[];
  actions: readonly ReadyAction[];
  tests: readonly ReadCondition[];
  columns: readonly KnownColumn[];
  reading: Reading;
  concepts?: readonly string[];
  texts?: readonly string[];
}

const ALWAYS = 'act.create act.add noun.rule noun.value noun.node act.run frame.else'.split(' ');

/** The same, as the account wants it. */
export function ruleTaken({ reading, actions, ...parts }: RuleParts): Taken {
  const tests = [...parts.tests, ...actions.flatMap((action) => action.conditions)];
  const people = actions.flatMap((action) => action.people);
  const texts =
    reading.quoted().length > 0 ||
    (reading.all('action.*').length > 0 && spokenText(reading) !== undefined);
  const marks = texts
    ? Object.values(textMarkers).flatMap((words) => [...words].filter((word) => word !== 'that'))
    : [];
  const branches = actions.some((action) => action.after?.includes(':'));
  return {
    calls: parts.calls,
    concepts: [
      ...ALWAYS.filter((concept) => concept !== 'frame.else' || branches),
      ...(people.length > 0 ? ['noun.person'] : []),
      ...(parts.concepts ?? []),
      ...owners(reading, JSON.stringify(parts.calls)),
      ...tests.map((test) => `cmp.${test.comparison}`),
    ],
    texts: [
      ...people.flatMap(({ name, about = '' }) => [name, about]),
      ...marks,
      ...(parts.texts ?? []),
    ],
    said: tests.map((test) => test.said),
    columns: parts.columns,
  };
}

/** "the stock of a product", "the lines of an order": what a record belongs to is said for clarity. */
function owners(reading: Reading, calls: string): string[] {
  const records = reading.all('entity.*');
  return records.flatMap(({ concept, from }) => {
    const isOwner = /^of (an?|the|any)$/.test(reading.words(from - 2, from).toLowerCase());
    const owned = records.find((other) => other.to === from - 2)?.concept.replace('entity.', '');
    const isOnce = records.filter((other) => other.concept === concept).length === 1;
    return isOwner && isOnce && owned && calls.includes(owned) ? [concept] : [];
  });
}
