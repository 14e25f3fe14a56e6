import { JudgingModel } from '../../../../test/support/research-model.js';
import { anchorOf } from '../../../../test/support/research-steps.js';
import { refused } from '../../../../test/support/refused.js';
import { done, fails, says, ScriptedModel } from '../../../../test/support/scripted-model.js';
import type { LlmProvider, Usage } from '../../../llm/types.js';
import { underWay } from '../../../knowledge/retrieval/search.js';
import { Judge, placesTogether } from './judge.js';
import { quotesOf } from './places.js';
import { type Excerpt, type Inquiry, searchNotes } from './material.js';

const call = { signal: new AbortController().signal, spend: () => undefined };
const asked = 'Wann ist der Betrieb eines kleinen Leuchtfeuers ohne Genehmigung erlaubt?';
const told = { refinements: [], gaps: [], settled: [] };
const inquiry: Inquiry = { question: asked, language: 'de', ...told };
const passage = (text: string): Excerpt => ({ document: 'LeuchtFG', heading: '§ 1 Zweck', text });
const anchor = anchorOf(asked, {
  detectedLanguage: 'de',
  keyEntities: ['Leuchtfeuer', 'Genehmigung'],
  refinements: ['Nur an Molen, nicht auf Inseln.'],
});
const judgeOf = (model: LlmProvider) => new Judge(model, 'de', call);
const free = 'Der Betrieb kleiner Leuchtfeuer ist ohne Genehmigung erlaubt.';

describe('where the model gives no usable answer', () => {
  const nothing = async (ask: (judge: Judge) => Promise<unknown>) => {
    const judge = judgeOf(new ScriptedModel([[says('Gern.')], [says('Gern.')]]));
    const value = await ask(judge);
    expect(judge.notes([]).join()).toContain('nichts beurteilt');
    return value;
  };

  test('nothing that was found is taken out, and what the user said stands as it is', async () => {
    const passages = [passage(free)];
    expect(await nothing((judge) => judge.ask('relevance', { anchor, passages }))).toEqual([1]);
    const read = await nothing((judge) => judge.ask('extract', { anchor, task: 't', passages }));
    expect(read).toEqual([{ info: free, quotes: [], references: [] }]);
    const reply = { ...inquiry, questions: [], reply: 'Nur an Molen.' };
    const found = await nothing((judge) => judge.ask('read_reply', reply));
    expect(found).toEqual({ refinements: ['Nur an Molen.'], dismissed_gaps: [] });
    expect(await nothing((judge) => judge.ask('alternative_queries', inquiry))).toEqual([]);
  });

  test('a report is quotes of each task, and nothing is scored', async () => {
    const rated = { ...passage(free), tier: 1 as const, weight: 1, info: '' };
    const quoted = { ...rated, number: 1, quotes: ['Der Betrieb'], task: 7 };
    const evidence = [quoted, { ...rated, number: 2, quotes: [] }];
    const tasks = [{ id: 7, task: 'Betrieb', summary: '' }];
    const material = { anchor, evidence, tasks, contextSummary: '', complaints: [] };
    expect(await nothing((judge) => judge.ask('synthesise', material))).toBeUndefined();
    const sections = quotesOf(material)?.sections.map(({ heading, statements }) => {
      return [heading, ...statements.map(({ text, sources }) => `${text} ${sources.join()}`)];
    });
    const others = ['Weitere Fundstellen', `${free} 2`];
    expect(sections).toEqual([['Betrieb', 'Der Betrieb 1'], others]);
    const given = { anchor, tasks, report: { title: '', sections: [] }, supportedShare: 1 };
    expect(await nothing((judge) => judge.ask('assess_quality', given))).toBeUndefined();
  });

  test('the report tells it once for each place, as one note', async () => {
    const sure = () => 'Sure.';
    const useless = new JudgingModel({ alternative_queries: sure, relevance: sure });
    const judge = new Judge(useless, 'en', call);
    judge.tell('first');
    await judge.ask('alternative_queries', inquiry);
    await judge.ask('relevance', { anchor, passages: [passage(free)] });
    await judge.ask('alternative_queries', inquiry);
    judge.tell('last');
    const nothing = 'The language model gave no usable answer, so that nothing was judged';
    const note = `${nothing}: further search queries; relevance of the passages.`;
    expect(placesTogether(judge.notes([]), 'en')).toEqual(['first', note, 'last']);
    expect(placesTogether([], 'en')).toEqual([]);
  });
});

test('without a model a research says that it needs one', async () => {
  const none = Object.assign(new ScriptedModel([]), { name: 'none' });
  const asked = judgeOf(none).ask('alternative_queries', inquiry);
  await refused(asked, 'model_unavailable', 'needs a language model');
});

describe('the judge with a model', () => {
  const good = JSON.stringify({ queries: ['eins', 'zwei'] });

  test('takes JSON from a fence', async () => {
    const model = new ScriptedModel([[says('Gern:\n```json\n'), says(good), says('\n```')]]);
    expect(await judgeOf(model).ask('alternative_queries', inquiry)).toEqual(['eins', 'zwei']);
  });

  test.each([
    ['no JSON', 'Zwei Anfragen wären schön.', 'no JSON object'],
    ['another shape', '{"queries":["nur eine"]}', 'must NOT have fewer than 2 items'],
  ])('corrects %s once', async (_name, wrong, reason) => {
    const model = new ScriptedModel([[says(wrong)], [says(good), done()]]);
    expect(await judgeOf(model).ask('alternative_queries', inquiry)).toEqual(['eins', 'zwei']);
    expect(model.last.messages.at(-1)?.content).toContain(reason);
    model.expectUsedUp();
  });

  test('counts all tokens when neither try fits', async () => {
    const model = new ScriptedModel([[says('{')], [says('[]')]]);
    const spent: number[] = [];
    const counting = { ...call, spend: (usage: Usage) => spent.push(usage.inputTokens) };
    await new Judge(model, 'de', counting).ask('alternative_queries', inquiry);
    expect(spent).toEqual([10, 10]);
  });

  test.each([
    ['passes', true, 'model_unavailable'],
    ['stays', false, 'model_error'],
  ])('rejects for trouble that %s, so that the engine decides', async (_name, retryable, code) => {
    const model = new ScriptedModel([[fails('down', retryable)]]);
    const asked = judgeOf(model).ask('alternative_queries', inquiry);
    await expect(asked).rejects.toMatchObject({ code });
  });

  test('stops with its signal', async () => {
    const aborted = { ...call, signal: AbortSignal.abort() };
    const judge = new Judge(new ScriptedModel([[says(good)]]), 'de', aborted);
    const asked = judge.ask('alternative_queries', inquiry);
    await expect(asked).rejects.toMatchObject({ code: 'cancelled' });
  });

  test('reads many passages in parts, in order, and forgives what it left out', async () => {
    const model = new JudgingModel({
      extract: (material) => {
        const shown = material['passages'] as { number: number; text: string }[];
        const read = shown.filter(({ text }) => text !== 'Text 2');
        const empty = { quotes: [], references: [] };
        return { passages: read.map(({ number, text }) => ({ number, info: text, ...empty })) };
      },
    });
    const passages = Array.from({ length: 8 }, (_, at) => passage(`Text ${at}`));
    const value = await judgeOf(model).ask('extract', { anchor, task: 't', passages });
    const infos = passages.map(({ text }) => (text === 'Text 2' ? '' : text));
    expect(value.map(({ info }) => info)).toEqual(infos);
    expect(model.asked).toEqual(['extract', 'extract']);
  });

  test('asks again for scores that are missing', async () => {
    const scores = [0.2, 0.9].map((score, at) => ({ number: at + 1, score }));
    const relevance = (_: object, asks: number) => ({ scores: scores.slice(0, asks + 1) });
    const model = new JudgingModel({ relevance });
    const passages = ['a', 'b'].map((text) => passage(text));
    expect(await judgeOf(model).ask('relevance', { anchor, passages })).toEqual([0.2, 0.9]);
  });
});

test('what the user said is no task: a plan that repeats it is corrected', async () => {
  const tasks = (first: string) => ({
    tasks: [first, 'Welche Frist gilt?', 'Wer entscheidet?'].map((task) => ({ task, context: '' })),
  });
  const subtasks = ['Genehmigung an Molen'];
  const [wrong, right] = [tasks('nur an Molen, nicht auf Inseln'), tasks('Wo ist es erlaubt?')];
  const better = { tasks: right.tasks.map((one) => ({ ...one, subtasks })) };
  const model = new ScriptedModel([[says(JSON.stringify(wrong))], [says(JSON.stringify(better))]]);
  const input = { anchor, researchQueries: [], contextSummary: '', passages: [] };
  expect(await judgeOf(model).ask('plan', input)).toEqual(better.tasks);
  expect(model.last.messages.at(-1)?.content).toContain('a constraint and no task');
});

const fault = 'Searched by words only: connect ECONNREFUSED 10.0.0.3:8080';

test.each([
  ['of a search that did all', 0, [], 0],
  ['of documents that are being read', 3, [], 1],
  ['of a part that was away', 0, [fault], 1],
  ['of both', 1, [fault], 2],
])('tells %s in the language of the research', (_name, beingRead, faults, count) => {
  const answer = { beingRead, notes: [...faults, ...underWay({ beingRead })], leftOut: [] };
  const [german, english] = [searchNotes(answer, 'de'), searchNotes(answer, 'en')];
  expect([german.length, english.length]).toEqual([count, count]);
  expect(german.filter((note) => english.includes(note))).toEqual([]);
  // What is said to models, and where services stand, is not for the report.
  expect([...german, ...english].join(' ')).not.toMatch(/Say so|ECONN|10\.0/);
});

test('says the same of any number of documents, so that it stands in the report once', () => {
  const told = [1, 2, 7].flatMap((beingRead) =>
    searchNotes({ beingRead, notes: underWay({ beingRead }), leftOut: [] }, 'en'),
  );
  expect(new Set(told).size).toBe(1);
});
