import { describe, expect, test } from '@jest/globals';
import { JudgingModel } from '../../../../test/support/judging-model.js';
import { done, fails, says, ScriptedModel } from '../../../../test/support/scripted-model.js';
import { sentencesOf } from '../../../language/sentences.js';
import { termsOf } from '../text/terms.js';
import { ModelJudge } from './model/model-judge.js';
import type { AnchorText, Excerpt, Inquiry, Judge, JudgeCall } from './judge.js';
import { Judging, placesTogether } from './judging.js';

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

describe('where the model gives no usable answer', () => {
  const useless = new JudgingModel({});
  const nothing = async (ask: (judge: Judge) => Promise<{ value: unknown; by: string }>) => {
    const model = new ScriptedModel([[says('Gern.')], [says('Gern.')]]);
    const { value, by } = await ask(new ModelJudge(model));
    expect(by).toBe('nobody');
    return value;
  };

  test('nothing that was found is taken out, and what the user said stands as it is', async () => {
    const excerpts = [{ ...passage(free), info: '' }];
    expect(await nothing((judge) => judge.relevance({ anchor, excerpts }, call))).toEqual([1]);
    const passages = [passage(free)];
    const read = { info: free, quotes: [], references: [] };
    expect(await nothing((judge) => judge.extract({ anchor, task: 't', passages }, call))).toEqual([
      read,
    ]);
    const reply = { ...inquiry(), questions: [], reply: 'Nur an Molen.' };
    expect(await nothing((judge) => judge.readReply(reply, call))).toEqual({
      refinements: ['Nur an Molen.'],
      dismissedGaps: [],
    });
    expect(await nothing((judge) => judge.alternativeQueries(inquiry(), call))).toEqual([]);
  });

  test('a report is quotes of each task, and nothing is scored', async () => {
    const evidence = [1, 2].map((number) => ({
      ...{ ...passage(free), number, tier: 1 as const, weight: 1, info: '' },
      quotes: number === 1 ? ['Der Betrieb'] : [],
      ...(number === 1 ? { taskId: 7 } : {}),
    }));
    const tasks = [{ id: 7, task: 'Betrieb', summary: '' }];
    const material = { anchor, evidence, tasks, contextSummary: '', complaints: [] };
    expect(await nothing((judge) => judge.synthesise(material, call))).toMatchObject({
      sections: [
        { heading: 'Betrieb', statements: [{ text: 'Der Betrieb', sources: [1] }] },
        { heading: 'Weitere Fundstellen', statements: [{ text: free, sources: [2] }] },
      ],
    });
    const given = { anchor, tasks, draft: { title: '', sections: [] }, supported: 1 };
    expect(await nothing((judge) => judge.assessQuality(given, call))).toBeUndefined();
  });

  test('the report tells it once for each place, as one note', async () => {
    const judging = new Judging(
      { ...new ModelJudge(useless), alternativeQueries: nobody([]), relevance: nobody([]) },
      'en',
      call,
    );
    judging.tell('first');
    await judging.ask('alternativeQueries', inquiry());
    await judging.ask('relevance', { anchor, excerpts: [] });
    await judging.ask('alternativeQueries', inquiry());
    judging.tell('last');
    const note =
      'The language model gave no usable answer, so that nothing was judged: further search queries; relevance of the passages.';
    expect(placesTogether(judging.notes([]), 'en')).toEqual(['first', note, 'last']);
    expect(placesTogether([], 'en')).toEqual([]);
  });
});

function nobody<T>(value: T) {
  return () => Promise.resolve({ value, by: 'nobody' as const });
}

test('without a model a research says that it needs one', async () => {
  const none = Object.assign(new ScriptedModel([]), { name: 'none' });
  await expect(new ModelJudge(none).alternativeQueries(inquiry(), call)).rejects.toMatchObject({
    code: 'model_unavailable',
    message: expect.stringContaining('needs a language model'),
  });
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
    const judged = await new ModelJudge(model).alternativeQueries(inquiry(), call);
    expect(judged).toEqual({ value: ['eins', 'zwei'], by: 'model' });
  });

  test.each([
    ['no JSON', 'Zwei Anfragen wären schön.', 'no JSON object'],
    ['another shape', '{"queries":["nur eine"]}', 'must NOT have fewer than 2 items'],
  ])('corrects %s once', async (_name, wrong, reason) => {
    const model = new ScriptedModel([[says(wrong)], [says(good), done()]]);
    const judged = await new ModelJudge(model).alternativeQueries(inquiry(), call);
    expect(judged.by).toBe('model');
    expect(model.last.messages.at(-1)?.content).toContain(reason);
    model.expectUsedUp();
  });

  test('counts all tokens when neither try fits', async () => {
    const model = new ScriptedModel([[says('{')], [says('[]')]]);
    const spent: number[] = [];
    await new ModelJudge(model).alternativeQueries(inquiry(), {
      ...call,
      spend: ({ inputTokens }) => spent.push(inputTokens),
    });
    expect(spent).toEqual([10, 10]);
  });

  test.each([
    ['passes', true, 'model_unavailable'],
    ['stays', false, 'model_error'],
  ])('rejects for trouble that %s, so that the engine decides', async (_name, retryable, code) => {
    const model = new ScriptedModel([[fails('down', retryable)]]);
    await expect(new ModelJudge(model).alternativeQueries(inquiry(), call)).rejects.toMatchObject({
      code,
    });
  });

  test('stops with its signal', async () => {
    const aborted = { ...call, signal: AbortSignal.abort() };
    const asked = new ModelJudge(new ScriptedModel([[says(good)]])).alternativeQueries(
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
    const { value, by } = await new ModelJudge(model).extract(
      { anchor, task: 't', passages },
      call,
    );
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
    const judged = await new ModelJudge(model).relevance({ anchor, excerpts }, call);
    expect(judged).toEqual({ value: [0.2, 0.9], by: 'model' });
  });
});
