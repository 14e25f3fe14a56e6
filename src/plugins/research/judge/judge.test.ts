import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { JudgingModel } from '../../../../test/support/judging-model.js';
import { done, fails, says, ScriptedModel } from '../../../../test/support/scripted-model.js';
import type { ResearchLanguage } from '../state.js';
import { sentencesOf } from '../../../language/sentences.js';
import { withoutExclusions } from '../text/exclusions.js';
import { termsOf } from '../text/terms.js';
import { judgeFor } from './judge-for.js';
import type { AnchorText, Excerpt, Inquiry, JudgeCall } from './judge.js';
import { Judging, placesTogether } from './judging.js';
import { offlineJudge } from './offline/offline-judge.js';

const call: JudgeCall = { signal: new AbortController().signal, spend: () => undefined };
const inquiry = (more: Partial<Inquiry> = {}): Inquiry => ({
  question: 'Wann ist der Betrieb eines kleinen Leuchtfeuers ohne Genehmigung erlaubt?',
  language: 'de',
  refinements: [],
  gaps: [],
  settled: [],
  ...more,
});
const passage = (text: string, heading = '§ 1 Zweck'): Excerpt => ({
  title: 'LeuchtFG',
  headingPath: [heading],
  text,
});
const anchor: AnchorText = {
  originalQuery: inquiry().question,
  language: 'de',
  keyEntities: ['Leuchtfeuer', 'Genehmigung'],
  scope: '',
  refinements: ['Nur an Molen, nicht auf Inseln.'],
};
const free = 'Der Betrieb kleiner Leuchtfeuer ist ohne Genehmigung erlaubt.';

describe('the offline judge', () => {
  const words = fc.constantFrom(
    'Leuchtfeuer',
    'Mole',
    'die',
    'Genehmigung',
    '§ 3',
    'betreiben',
    'and',
    'x',
  );
  const texts = fc.array(words, { minLength: 1, maxLength: 8 }).map((all) => all.join(' '));
  const language = fc.constantFrom<ResearchLanguage>('de', 'en');

  test('finds two other queries for any question, all different', async () => {
    await fc.assert(
      fc.asyncProperty(
        texts,
        fc.array(texts),
        fc.array(texts),
        language,
        async (question, refinements, gaps, lang) => {
          const given = inquiry({ question, refinements, gaps, language: lang });
          const { value } = await offlineJudge.alternativeQueries(given, call);
          const all = [question, ...value].map((each) => each.toLowerCase());
          expect(new Set(all).size).toBe(3);
        },
      ),
    );
  });

  test('sees coverage from 0 to 1, no gap that is settled, and asks two or three questions', async () => {
    await fc.assert(
      fc.asyncProperty(
        texts,
        fc.array(texts),
        fc.array(texts),
        async (question, found, settled) => {
          const passages = found.map((text) => passage(text));
          const given = inquiry({ question, settled });
          const { value } = await offlineJudge.analyseContext({ ...given, passages }, call);
          expect(value.coverage).toBeGreaterThanOrEqual(0);
          expect(value.coverage).toBeLessThanOrEqual(1);
          expect(value.gaps.filter((gap) => settled.includes(gap))).toEqual([]);
          const asked = { ...given, gaps: value.gaps, passages };
          const questions = (await offlineJudge.followUpQuestions(asked, call)).value;
          expect([2, 3]).toContain(questions.length);
          expect(new Set(questions.map((each) => each.question)).size).toBe(questions.length);
        },
      ),
    );
  });

  test('names as gaps what no passage says, what passages refer to, and what stands near by', async () => {
    const passages = [
      passage(`${free} Siehe § 7.`),
      ...['§ 7 gilt.', 'Nach § 7 Absatz 2.', 'Wann sonst.'].map((text) => passage(text)),
      passage('Andere Dinge.', '§ 9 Gebühren'),
    ];
    const question = 'Wann ist der Betrieb kleiner Leuchtfeuer mit Nebelhorn erlaubt?';
    const { value } = await offlineJudge.analyseContext(
      { ...inquiry({ question }), passages },
      call,
    );
    expect(value.gaps).toEqual(['Nebelhorn', '§ 7', '§ 9 Gebühren']);
    expect(value.coverage).toBeCloseTo(0.8);
  });

  test.each([
    ['Ja.', ['§ 7', 'Gebühren'], []],
    ['Nein', [], ['§ 7', 'Gebühren']],
    ['Ja, und nur an Molen.', ['§ 7', 'Gebühren', 'und nur an Molen.'], []],
    [
      'Es geht um Molen. Gebühren aber nicht.',
      ['Es geht um Molen.', 'Gebühren aber nicht.'],
      ['Gebühren'],
    ],
  ])('reads the reply "%s"', async (reply, refinements, dismissedGaps) => {
    const questions = ['§ 7', 'Gebühren', ''].map((gap) => ({ question: `${gap}?`, gap }));
    const { value } = await offlineJudge.readReply({ ...inquiry(), questions, reply }, call);
    expect(value).toEqual({ refinements, dismissedGaps });
  });

  test('plans three to five different tasks for any question', async () => {
    await fc.assert(
      fc.asyncProperty(
        texts,
        fc.array(texts),
        fc.array(texts),
        async (question, refinements, found) => {
          const about = { ...anchor, originalQuery: question, refinements, keyEntities: [] };
          const passages = found.map((text, at) => passage(text, `§ ${at} ${text}`));
          const given = { anchor: about, researchQueries: [], contextSummary: '', passages };
          const tasks = (await offlineJudge.plan(given, call)).value.map(({ task }) =>
            task.toLowerCase(),
          );
          expect(tasks.length).toBeGreaterThanOrEqual(3);
          expect(tasks.length).toBeLessThanOrEqual(5);
          expect(new Set(tasks).size).toBe(tasks.length);
        },
      ),
    );
  });

  test('quotes what stands in the passage, and reads a list with the words before it', async () => {
    const text =
      'Wer ein Leuchtfeuer betreibt, hat\n1. es zu warten,\n2. den Betrieb ohne Genehmigung zu melden.';
    const given = {
      anchor,
      task: 'Leuchtfeuer melden',
      passages: [passage(text), passage('Anderes.')],
    };
    const [first, second] = (await offlineJudge.extract(given, call)).value;
    for (const { quote } of first?.quotes ?? []) expect(text).toContain(quote);
    expect(first?.info).toContain('Wer ein Leuchtfeuer betreibt, hat');
    expect(second).toMatchObject({ info: '', quotes: [] });
  });

  test('finds a passage without the subject of all others to have drifted', async () => {
    const texts = [
      free,
      'Leuchtfeuer im Betrieb sind zu warten.',
      'Ein Kiosk ist ohne Genehmigung erlaubt.',
      'Kleine Leuchtfeuer werden geprüft.',
      'Der Betrieb eines Leuchtfeuers.',
      'Leuchtfeuer an Molen.',
      'Kleine Leuchtfeuer an Küsten.',
    ];
    const excerpts = texts.map((text) => ({ ...passage(text, ''), info: '' }));
    const [about, near, off] = (await offlineJudge.relevance({ anchor, excerpts }, call)).value;
    expect(about).toBeGreaterThan(0.9);
    expect(near).toBeGreaterThan(off ?? 1);
    expect(off).toBeLessThan(0.5);
  });
});

test.each([
  ['nur an Molen, nicht auf Inseln', 'nur an Molen'],
  ['in the workshop, not in medicine', 'in the workshop'],
  ['nicht nur Molen', 'nicht nur Molen'],
  ['ohne Inseln', ''],
])('what is wanted in "%s"', (text, wanted) => {
  expect(withoutExclusions(text)).toBe(wanted);
});

test('sentences do not end at abbreviations', () => {
  expect(sentencesOf('Nach § 7 Abs. 1 Nr. 2 gilt dies. Danach jenes.', 'de')).toEqual([
    'Nach § 7 Abs. 1 Nr. 2 gilt dies.',
    'Danach jenes.',
  ]);
});

test('terms are words of content, each stem once', () => {
  expect(termsOf('Welche Stoffe und welcher Stoff sind nach § 7 frei?', 'de')).toEqual([
    { word: 'stoffe', stem: 'stoff' },
    { word: 'frei', stem: 'frei' },
  ]);
});

describe('the judge with a model', () => {
  const good = JSON.stringify({ queries: ['eins', 'zwei'] });

  test('takes JSON from a fence', async () => {
    const model = new ScriptedModel([[says('Gern:\n```json\n'), says(good), says('\n```')]]);
    const judged = await judgeFor(model).alternativeQueries(inquiry(), call);
    expect(judged).toEqual({ value: ['eins', 'zwei'], by: 'model' });
  });

  test.each([
    ['no JSON', 'Zwei Anfragen wären schön.', 'no JSON object'],
    ['another shape', '{"queries":["nur eine"]}', 'must NOT have fewer than 2 items'],
  ])('corrects %s once', async (_name, wrong, reason) => {
    const model = new ScriptedModel([[says(wrong)], [says(good), done()]]);
    const judged = await judgeFor(model).alternativeQueries(inquiry(), call);
    expect(judged.by).toBe('model');
    expect(model.last.messages.at(-1)?.content).toContain(reason);
    model.expectUsedUp();
  });

  test('leaves a place to rules when neither try fits, and counts all tokens', async () => {
    const model = new ScriptedModel([[says('{')], [says('[]')]]);
    const spent: number[] = [];
    const judged = await judgeFor(model).alternativeQueries(inquiry(), {
      ...call,
      spend: ({ inputTokens }) => spent.push(inputTokens),
    });
    const { value } = await offlineJudge.alternativeQueries(inquiry(), call);
    expect(judged).toMatchObject({ value, by: 'offline', note: expect.any(String) });
    expect(spent).toEqual([10, 10]);
  });

  test.each([
    ['passes', true, 'model_unavailable'],
    ['stays', false, 'model_error'],
  ])('rejects for trouble that %s, so that the engine decides', async (_name, retryable, code) => {
    const model = new ScriptedModel([[fails('down', retryable)]]);
    await expect(judgeFor(model).alternativeQueries(inquiry(), call)).rejects.toMatchObject({
      code,
    });
  });

  test('stops with its signal', async () => {
    const aborted = { ...call, signal: AbortSignal.abort() };
    const asked = judgeFor(new ScriptedModel([[says(good)]])).alternativeQueries(
      inquiry(),
      aborted,
    );
    await expect(asked).rejects.toMatchObject({ code: 'cancelled' });
  });

  test('reads many passages in parts, in order, and forgives what it left out', async () => {
    const model = new JudgingModel({
      extract: ({ passages }) => ({
        passages: (passages as { number: number; text: string }[])
          .filter(({ text }) => text !== 'Text 2')
          .map(({ number, text }) => ({ number, info: text, quotes: [], references: [] })),
      }),
    });
    const passages = Array.from({ length: 8 }, (_, at) => passage(`Text ${at}`));
    const { value, by } = await judgeFor(model).extract({ anchor, task: 't', passages }, call);
    expect(by).toBe('model');
    expect(value.map(({ info }) => info)).toEqual(
      passages.map(({ text }) => (text === 'Text 2' ? '' : text)),
    );
    expect(model.asked).toEqual(['extract', 'extract']);
  });

  test('asks again for scores that are missing', async () => {
    const model = new JudgingModel({
      relevance: (_, asked) => ({
        scores: [
          { number: 1, score: 0.2 },
          { number: 2, score: 0.9 },
        ].slice(0, asked + 1),
      }),
    });
    const excerpts = ['a', 'b'].map((text) => ({ ...passage(text), info: '' }));
    const judged = await judgeFor(model).relevance({ anchor, excerpts }, call);
    expect(judged).toEqual({ value: [0.2, 0.9], by: 'model' });
  });
});

test('what was judged offline is told once for each place, in the language of the research', async () => {
  const judging = new Judging(offlineJudge, 'en', call);
  await judging.ask('alternativeQueries', inquiry());
  await judging.ask('alternativeQueries', inquiry());
  expect(judging.notes(['before'])).toEqual([
    'before',
    'Judged by the offline model, by rules: further search queries.',
  ]);
  expect(judging.notes(judging.notes([]))).toHaveLength(1);
});

test.each(['de', 'en'] as const)(
  'what was judged offline is one note of the report in %s',
  async (language) => {
    const judging = new Judging(
      { ...offlineJudge, relevance: async () => ({ value: [], by: 'offline', note: 'no JSON' }) },
      language,
      call,
    );
    judging.tell('first');
    await judging.ask('alternativeQueries', inquiry());
    await judging.ask('relevance', { anchor, excerpts: [] });
    judging.tell('last');
    await judging.ask('analyseContext', { ...inquiry(), passages: [] });
    const notes = judging.notes([]);
    const together = placesTogether(notes, language);
    const places = {
      de: ['weitere Suchanfragen; Begriffe, Lücken und Abdeckung', 'Nähe der Stellen zur Frage'],
      en: ['further search queries; concepts, gaps and coverage', 'relevance of the passages'],
    }[language];
    const ofPlaces = places.map((named) =>
      expect.stringMatching(new RegExp(`[Oo]ffline.*: ${named}\\.$`)),
    );
    expect(together).toEqual(['first', ...ofPlaces, 'last']);
    expect(placesTogether(together, language)).toEqual(together);
    expect(placesTogether([], language)).toEqual([]);
  },
);
