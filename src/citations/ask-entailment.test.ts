import { fails, says, ScriptedModel, type ScriptTurn } from '../../test/support/scripted-model.js';
import type { LlmRequest } from '../llm/types.js';
import { askEntailment, MOST_ASKED } from './ask-entailment.js';

const call = { signal: new AbortController().signal, spend: () => undefined };
const statements = (count: number, passages = ['x'.repeat(20)]) =>
  Array.from({ length: count }, (_, at) => ({ statement: `Statement ${at}.`, passages }));

type Asked = { number: number; statement: string; sources: string[] };

const askedIn = ({ messages }: LlmRequest): Asked[] => {
  const prompt = messages[0]?.content ?? '';
  const material = JSON.parse(prompt.slice(prompt.lastIndexOf('\n{') + 1)) as object;
  return (material as { statements: Asked[] }).statements;
};

/** Every second statement follows. */
const judges = (request: LlmRequest) => {
  const said = askedIn(request).map(({ number, statement }) => {
    const follows = Number(/\d+/.exec(statement)?.[0]) % 2 === 0;
    const why = follows ? { alone: [1, 9], reason: '' } : { alone: [], reason: 'another number' };
    return { number, follows, ...why };
  });
  return [says(JSON.stringify({ statements: said }))];
};

describe('asking a model whether statements follow', () => {
  test('asks some at once, and gives each its opinion', async () => {
    const model = new ScriptedModel([judges, judges]);
    const opinions = await askEntailment(model, statements(10), 'en', call);
    const expected = statements(10).map((_, at) => at % 2 === 0);
    expect(opinions.map((opinion) => opinion?.follows)).toEqual(expected);
    expect(opinions[1]?.reason).toBe('another number');
    model.expectUsedUp();
  });

  test('cuts long passages, and sends fewer of them at once', async () => {
    const sizes: number[] = [];
    const counts: ScriptTurn = (request) => {
      const asked = askedIn(request);
      sizes.push(asked.length);
      expect(JSON.stringify(asked).length).toBeLessThan(25_000);
      return judges(request);
    };
    const long = statements(8, Array<string>(5).fill('y'.repeat(5_000)));
    const model = new ScriptedModel([counts, counts, counts, counts]);
    expect(await askEntailment(model, long, 'en', call)).toHaveLength(8);
    expect(sizes).toEqual([2, 2, 2, 2]);
  });

  test('corrects an answer that leaves one out, once', async () => {
    const partly = says('{"statements":[{"number":1,"follows":true,"alone":[1],"reason":""}]}');
    const model = new ScriptedModel([[partly], judges]);
    const opinions = await askEntailment(model, statements(2), 'en', call);
    expect(opinions.map((opinion) => opinion?.follows)).toEqual([true, false]);
    expect(model.last.messages.at(-1)?.content).toContain('statements 2 are missing');
    const stubborn = new ScriptedModel([[partly], [says('no')], judges]);
    const left = await askEntailment(stubborn, statements(10), 'en', call);
    const found = left.map((opinion) => opinion !== undefined);
    expect(found).toEqual([...Array<boolean>(8).fill(false), true, true]);
  });

  test('has no opinion of what a model that is away was not asked, and asks it no further', async () => {
    const model = new ScriptedModel([judges, [fails('down', true)]]);
    const opinions = await askEntailment(model, statements(30), 'en', call);
    expect(opinions.filter((opinion) => opinion !== undefined)).toHaveLength(8);
    expect(opinions).toHaveLength(30);
    model.expectUsedUp();
  });

  test('asks about so many at most', async () => {
    const model = new ScriptedModel(Array<ScriptTurn>(10).fill(judges));
    const opinions = await askEntailment(model, statements(MOST_ASKED + 5), 'en', call);
    expect(opinions.findIndex((opinion) => opinion === undefined)).toBe(MOST_ASKED);
    model.expectUsedUp();
  });

  test('stops with its signal', async () => {
    const model = new ScriptedModel([judges]);
    const aborted = { ...call, signal: AbortSignal.abort() };
    const asked = askEntailment(model, statements(1), 'en', aborted);
    await expect(asked).rejects.toMatchObject({ code: 'cancelled' });
  });
});
