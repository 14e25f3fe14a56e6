import { describe, expect, test } from '@jest/globals';
import type { Excerpt } from '../judge.js';
import { offlineJudge } from './offline-judge.js';

const call = { signal: new AbortController().signal, spend: () => undefined };
const passage = (title: string, heading: string): Excerpt => ({
  title,
  headingPath: [heading],
  text: 'Die Genehmigung für den Betrieb einer Röntgeneinrichtung. The refund is paid.',
});
const asked = {
  de: {
    question: 'Wer braucht eine Genehmigung für den Betrieb einer Röntgeneinrichtung?',
    passages: [
      '§ 12 Genehmigungsbedürftige Tätigkeiten',
      '§ 19 Betrieb von Röntgeneinrichtungen',
      '§ 14 Anwendung am Menschen',
      'Anlage 4 Freigrenzen',
    ].map((heading) => passage('Gesetz', heading)),
  },
  en: {
    question: 'When is a refund paid, and who approves it?',
    passages: ['Refunds', 'Shipping abroad', 'Gift cards', 'Approval'].map((heading) =>
      passage('Handbook', heading),
    ),
  },
} as const;

/** What a reply to questions about all places comes to: the anchor's subjects and queries, and the plan. */
async function planned(language: 'de' | 'en', reply: string) {
  const { question, passages } = asked[language];
  const gaps = passages.slice(1).map(({ headingPath }) => headingPath[0] ?? '');
  const inquiry = { question, language, gaps, settled: [], refinements: [] };
  const questions = gaps.map((gap) => ({ question: `${gap}?`, gap }));
  const { value } = await offlineJudge.readReply({ ...inquiry, questions, reply }, call);
  const { refinements, dismissedGaps } = value;
  const open = gaps.filter((gap) => !dismissedGaps.includes(gap));
  const told = { ...inquiry, refinements, gaps: open, passages };
  const { value: facts } = await offlineJudge.anchor(told, call);
  const anchor = { originalQuery: question, language, refinements, ...facts };
  const plan = await offlineJudge.plan({ anchor, passages, ...facts }, call);
  const tasks = plan.value.map(({ task }) => task);
  return { subjects: facts.keyEntities, queries: facts.researchQueries, tasks };
}

describe('what a reply leaves out is in no subject, query or task', () => {
  test.each([
    ['de', '§ 19 entfällt.', '§ 19'],
    ['de', 'Ja, aber die Anwendung am Menschen lassen wir weg.', 'Mensch'],
    ['de', 'Was für Tierärzte gilt; Freigrenzen brauche ich nicht.', 'Freigrenze'],
    ['de', 'Mit Ausnahme von Anlage 4 gehört alles dazu.', 'Anlage 4'],
    ['de', 'Beides ist relevant, § 14 jedoch bitte ausklammern.', '§ 14'],
    ['de', 'Nicht die Industrie, sondern Krankenhäuser.', 'Industrie'],
    ['de', 'Freigrenzen und § 19 sollen außen vor bleiben', '§ 19'],
    ['de', 'Freigrenzen und § 19 sollen außen vor bleiben', 'Freigrenze'],
    ['de', 'Bitte § 14 nicht berücksichtigen.', '§ 14'],
    ['en', 'Gift cards do not belong to it.', 'ift card'],
    ['en', 'Yes please, but leave shipping abroad out.', 'hipping'],
    ['en', 'Only for customers in Germany. Ignore gift cards.', 'ift card'],
    ['en', 'Everything except gift cards', 'ift card'],
    ['en', 'I am not interested in shipping abroad, only in broken goods.', 'hipping'],
    ['en', 'We do not need anything on gift cards or shipping abroad.', 'ift card'],
    ['en', 'Except gift cards everything belongs to it.', 'ift card'],
  ] as const)('%s: %s', async (language, reply, left) => {
    expect(JSON.stringify(await planned(language, reply))).not.toContain(left);
  });
});

describe('words of a reply that name nothing are no subjects, and tasks read as sentences', () => {
  test.each([
    ['de', 'Guten Tag, danke für die Frage! Bitte nur Zahnarztpraxen berücksichtigen.', 'Tag'],
    ['de', 'Keine Ahnung, entscheiden Sie das.', 'entscheiden'],
    ['de', 'Beides ist relevant.', 'Beides'],
    ['de', 'Nicht die Industrie, sondern Krankenhäuser.', 'sondern'],
    ['en', 'No idea, you decide.', 'decide'],
    ['en', 'Thanks! Both are fine.', 'hank'],
    ['en', 'Hello, I mean orders that arrived broken.', 'ello'],
    ['en', 'I am not interested in shipping abroad, only in broken goods.', 'I am'],
  ] as const)('%s: %s', async (language, reply, word) => {
    const { subjects, tasks, queries } = await planned(language, reply);
    expect(JSON.stringify([subjects, queries, tasks])).not.toContain(word);
    for (const task of tasks) expect(task).toMatch(/^\p{Lu}.*\?$/u);
  });

  test('what it names besides is asked for', async () => {
    const { tasks } = await planned('de', 'Nicht die Industrie, sondern Krankenhäuser.');
    expect(tasks).toContain('Was gilt hierzu: „Krankenhäuser“?');
    const { tasks: ofGoods } = await planned('en', 'Hello, I mean orders that arrived broken.');
    expect(ofGoods).toContain('What applies to this: “orders that arrived broken”?');
  });
});
