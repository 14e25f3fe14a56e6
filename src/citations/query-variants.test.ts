import { done, fails, says, ScriptedModel, waitsFor } from '../../test/support/scripted-model.js';
import { toolCall } from '../../test/support/loop.js';
import { modelSpendingSlot, RunScratch } from '../agenttools/run-scratch.js';
import type { ToolCall } from '../agenttools/tool.js';
import type { Usage } from '../llm/types.js';
import { oneModel } from '../llm/models.js';
import { variantsOf, writerOf, type VariantServices } from './query-variants.js';

const HEADINGS = ['Abhandenkommen', 'Fund'];
const none = { variants: [], notes: [] };
const asked = { query: 'Mir wurde etwas geklaut', kbId: 'law' };

interface Circumstances extends Partial<ToolCall & VariantServices> {
  /** Whether the run has tokens left; of a call outside a run nothing is said. */
  left?: boolean | 'no run';
  headings?: string[];
}

function callWith(writer: ScriptedModel | undefined, given: Circumstances = {}) {
  const { left = true, headings = HEADINGS, ...more } = given;
  const spent: Usage[] = [];
  const scratch = new RunScratch();
  if (left !== 'no run') {
    const limit = { isLeft: left, spend: (usage: Usage) => spent.push(usage) };
    scratch.of(modelSpendingSlot).limit = limit;
  }
  const knowledge = { headings: () => Promise.resolve(headings) };
  return { call: toolCall<VariantServices>({ scratch, writer, knowledge, ...more }), spent };
}

describe('a query in other words', () => {
  test('is asked for once in a run, in the words of the headings, and counted', async () => {
    const text =
      '1. Abhandenkommen melden\n- "Mitteilung über Abhandenkommen"\n\nMir wurde etwas geklaut\nAbhandenkommen melden\nFund anzeigen\nnoch eine Anfrage';
    const model = new ScriptedModel([[says(text), done()]]);
    const { call, spent } = callWith(model);
    const [first, again] = [await variantsOf(asked, call), await variantsOf(asked, call)];
    const variants = ['Abhandenkommen melden', 'Mitteilung über Abhandenkommen', 'Fund anzeigen'];
    expect(first).toEqual({ variants, notes: [] });
    expect(again).toBe(first);
    expect(spent).toHaveLength(1);
    const content = expect.stringMatching(/Mir wurde etwas geklaut[^]*Abhandenkommen\nFund/);
    expect(model.last).toMatchObject({ tools: [], messages: [{ content }] });
    model.expectUsedUp();
  });

  const useless = ['-', '', 'Mir wurde etwas geklaut', 'x'.repeat(201)];
  test.each(useless)('is none where the model answers "%s"', async (text) => {
    const { call } = callWith(new ScriptedModel([[says(text)]]));
    expect(await variantsOf(asked, call)).toEqual(none);
  });

  test.each<[string, Circumstances]>([
    ['without a model that writes', { writer: undefined }],
    ['without a run', { left: 'no run' }],
    ['without tokens', { left: false }],
    ['in an empty knowledge base', { headings: [] }],
  ])('is asked of nobody %s', async (_name, more) => {
    const model = new ScriptedModel([]);
    const { call } = callWith(model, more);
    expect(await variantsOf(asked, call)).toEqual(none);
    expect(model.requests).toEqual([]);
  });

  test('is done without, with a note and without a retry, where the model fails', async () => {
    const model = new ScriptedModel([[says('half'), fails('it broke', true)]]);
    const { variants, notes } = await variantsOf(asked, callWith(model).call);
    expect([variants, model.requests.length]).toEqual([[], 1]);
    expect(notes).toEqual([expect.stringMatching(/own words only.*it broke/)]);
  });

  test('is done without where the model takes too long', async () => {
    const never = new ScriptedModel([[waitsFor(new Promise(() => undefined))]]);
    const { call } = callWith(never, { writerMs: 10 });
    expect((await variantsOf(asked, call)).notes).toHaveLength(1);
  });

  test('ends with the call', async () => {
    const never = new ScriptedModel([[waitsFor(new Promise(() => undefined))]]);
    const ended = new AbortController();
    const { call } = callWith(never, { signal: ended.signal });
    const answer = variantsOf(asked, call);
    ended.abort(new Error('stopped'));
    await expect(answer).rejects.toThrow('stopped');
  });
});

test('the model that comes with the server writes none, and a real one only where that is set', () => {
  const real = new ScriptedModel([]);
  const palette = { name: 'none', model: 'm', streamChat: real.streamChat.bind(real) };
  expect(writerOf(oneModel(real), true)).toBe(real);
  expect(writerOf(oneModel(real), false)).toBeUndefined();
  expect(writerOf(oneModel(palette), true)).toBeUndefined();
});
