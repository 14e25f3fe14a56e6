import { describe, expect, it } from '@jest/globals';
import { entitiesOf } from '../judge/offline/anchor.js';
import { offlineJudge } from '../judge/offline/offline-judge.js';
import { planTasks } from '../judge/offline/plan.js';
import { exclusionsOf, isLeftOut, questionExclusionsOf, withoutExclusions } from './exclusions.js';

describe('what a reply leaves out', () => {
  it.each([
    ['§ 19 entfällt.', ['§ 19']],
    ['Refund does not belong to it', ['Refund']],
    ['Nur die Werkstatt, ohne Medizin', ['Medizin']],
    ['Please leave out refunds', ['refunds']],
    ['not only the workshop', []],
    ['The workshop and the store', []],
    ['please skip § 7 and § 8', ['§ 7', '§ 8']],
    ['Drop the part on liability', ['liability']],
    ['Lass die Gebühren weg', ['Gebühren']],
    ['Rücksendungen interessieren mich nicht', ['Rücksendungen']],
    ['Bitte keine Übergangsvorschriften', ['Übergangsvorschriften']],
    ['die Anlage brauche ich nicht', ['Anlage']],
    ['mit Ausnahme von § 12', ['§ 12']],
    ['I do not care about penalties', ['penalties']],
    ['Only consumer rights. No refunds.', ['refunds']],
    ['exclude: taxes, customs', ['taxes', 'customs']],
    ['no more than three pages', []],
    ['Nein, das ist alles', []],
    ['no', []],
  ])('%s', (text, wanted) => {
    expect(exclusionsOf(text)).toEqual(wanted);
  });

  it('leaves nothing of a clause that only excludes', () => {
    expect(withoutExclusions('§ 19 entfällt. Es geht um Anlagen')).toBe('Es geht um Anlagen');
    expect(withoutExclusions('Refund does not belong to it')).toBe('');
    expect(withoutExclusions('please leave out the penalties')).toBe('');
    expect(withoutExclusions('Rücksendungen interessieren mich nicht')).toBe('');
    expect(withoutExclusions('Ich meine Arbeitnehmer, nicht Beamte')).toBe(
      'Ich meine Arbeitnehmer',
    );
    expect(withoutExclusions('not about shipping, only about costs')).toBe('only about costs');
    expect(withoutExclusions('Nur die Werkstatt, ohne Medizin, und in Bayern')).toBe(
      'Nur die Werkstatt, und in Bayern',
    );
  });

  it('knows a section by its number and a topic by its words', () => {
    expect(isLeftOut('§ 19 Freigrenzen', ['§ 19'], 'de')).toBe(true);
    expect(isLeftOut('§ 190 Anzeige', ['§ 19'], 'de')).toBe(false);
    expect(isLeftOut('Refunds and returns', ['Refund'], 'en')).toBe(true);
    expect(isLeftOut('Returns', ['Refund'], 'en')).toBe(false);
  });
});

describe('what a question leaves out itself', () => {
  it.each([
    [
      'Welche Fristen gelten für Anlagen? § 19 entfällt.',
      'Welche Fristen gelten für Anlagen?',
      ['§ 19'],
    ],
    [
      'Welche Fristen gelten für Anlagen, ohne § 19?',
      'Welche Fristen gelten für Anlagen?',
      ['§ 19'],
    ],
    ['Welche Fristen gelten ohne § 19?', 'Welche Fristen gelten?', ['§ 19']],
    [
      'How long may goods be returned? Refund does not belong to it.',
      'How long may goods be returned?',
      ['Refund'],
    ],
    ['What applies to returns, not to refunds?', 'What applies to returns?', ['to refunds']],
    ['Duties of an importer. Leave out customs.', 'Duties of an importer.', ['customs']],
  ])('%s', (text, question, wanted) => {
    const read = questionExclusionsOf(text);
    expect(read.question).toBe(question);
    expect(read.left.flatMap(exclusionsOf)).toEqual(wanted);
  });

  it.each([
    'Wann ist der Betrieb eines kleinen Leuchtfeuers ohne Genehmigung erlaubt?',
    'Which waste may not be burned?',
    'Wann entfällt die Genehmigung?',
    'Wann entfällt § 19?',
    'What is due, when a permit is not needed?',
    'Which rules apply? Our staff is not trained.',
    'Welche Stoffe, die nicht strahlen, sind frei?',
    '§ 19 entfällt.',
  ])('%s leaves out nothing', (text) => {
    expect(questionExclusionsOf(text)).toEqual({ question: text, left: [] });
  });
});

describe('anchor and plan', () => {
  const passages = ['§ 19 Freigrenzen', '§ 12 Genehmigung'].map((heading) => ({
    id: heading,
    title: 'Gesetz',
    headingPath: [heading],
    text: 'Wer radioaktive Stoffe verwendet, braucht eine Genehmigung.',
  }));
  const question = 'Wer braucht eine Genehmigung für radioaktive Stoffe?';
  const refinements = ['Ja.', '§ 19 entfällt.', 'Gilt für die Werkstatt.'];

  it('take no subject from an exclusion, nor from the first word of a reply', () => {
    const entities = entitiesOf({ question, refinements, language: 'de' });
    expect(entities).not.toContain('§ 19');
    expect(entities).not.toContain('Gilt');
    expect(entities).toContain('Werkstatt');
  });

  it('plan in sentences, and nothing that was left out', () => {
    const keyEntities = ['Genehmigung', 'Stoffe'];
    const anchor = {
      originalQuery: question,
      language: 'de' as const,
      keyEntities,
      scope: '',
      refinements,
    };
    const tasks = planTasks({ anchor, passages });
    expect(tasks.map(({ task }) => task).join(' ')).not.toContain('§ 19');
    expect(tasks.map(({ task }) => task).join(' ')).toContain('§ 12');
    for (const { task } of tasks) expect(task).toMatch(/^\p{Lu}.*\?$/u);
  });

  it('and report know nothing of what the question itself leaves out', async () => {
    const asked = {
      question: `${question} § 19 entfällt.`,
      language: 'de' as const,
      ...{ refinements: [], gaps: [], settled: [] },
    };
    const call = { signal: new AbortController().signal, spend: () => undefined };
    const facts = (await offlineJudge.anchor({ ...asked, passages }, call)).value;
    const { scope, ...named } = facts;
    expect(JSON.stringify(named)).not.toContain('§ 19');
    expect(scope).toContain('Außer Acht bleibt: § 19');
    const anchor = { ...asked, ...facts, originalQuery: asked.question };
    const { value: tasks } = await offlineJudge.plan({ anchor, ...facts, passages }, call);
    expect(JSON.stringify(tasks)).not.toContain('§ 19');
    for (const { task } of tasks) expect(task).toMatch(/^\p{Lu}.*\?$/u);
    const evidence = passages.map((passage, at) => ({
      ...{ ...passage, number: at + 1, tier: 1 as const, weight: 1, info: passage.text },
      quotes: [passage.headingPath[0] ?? ''],
    }));
    const material = { anchor, evidence, contextSummary: '', tasks: [], complaints: [] };
    const { value: report } = await offlineJudge.synthesise(material, call);
    expect(JSON.stringify(report)).toContain('§ 12');
    expect(JSON.stringify(report)).not.toContain('§ 19');
  });
});
