import { describe, expect, test } from '@jest/globals';
import { fails, says, ScriptedModel } from '../../../../test/support/scripted-model.js';
import type { Report } from '../state.js';
import { askOfStatements } from './ask-model.js';
import { numbered, restStatements, shareSupported, type CitedBlock } from './link-statements.js';
import { renderHtml } from './render-html.js';
import { renderMarkdown } from './render-markdown.js';

const block: CitedBlock = {
  id: 'b',
  documentId: 'd',
  document: 'Rules',
  heading: '§ 4',
  text: 'The keeper inspects the beacon every year.',
  contextTier: 1,
  evidence: [1],
};
const FAITHFUL = 'The beacon is inspected by the keeper every year.';
const FREE = 'Once in twelve months somebody looks after the lamp.';
const TURNED = 'The keeper does not inspect the beacon every year.';
const QUOTED = 'It says: “The keeper inspects the beacon every year.”';
const draft = [
  {
    heading: 'A',
    statements: [QUOTED, FAITHFUL, FREE, TURNED].map((text) => ({ text, sources: [1] })),
  },
];
const rested = restStatements(draft, [block], 'en');
const call = { signal: new AbortController().signal, spend: () => undefined };

async function reportBy(model: ScriptedModel): Promise<Report> {
  const { sections, note } = await askOfStatements(rested, 'en', { model, call });
  const notes = note === undefined ? [] : [note];
  return { title: 'T', language: 'en', ...numbered(sections, 'en'), notes };
}

const answers = (follows: readonly boolean[]) =>
  says(
    JSON.stringify({
      statements: follows.map((each, at) => ({
        number: at + 1,
        follows: each,
        reason: each ? '' : 'the <year> differs',
      })),
    }),
  );

test('where a model and the check disagree, the statement says so everywhere', async () => {
  const report = await reportBy(new ScriptedModel([[answers([false, true, false])]]));
  const [quote, faithful, free, turned] = report.sections[0]?.statements ?? [];
  expect(quote).toEqual({ text: QUOTED, sources: [1], support: 'quote' });
  expect(faithful).toMatchObject({
    sources: [1],
    support: 'paraphrase',
    dispute: { by: 'model', reason: 'the <year> differs' },
  });
  expect(free).toMatchObject({
    sources: [1],
    support: 'paraphrase',
    dispute: { by: 'check', objection: 'words' },
  });
  expect(turned).toEqual({ text: TURNED, sources: [] });
  const markdown = renderMarkdown(report);
  expect(markdown).toContain('does not follow from the source, says the language model');
  expect(markdown).toContain('the check without a model does not find it there');
  const html = renderHtml(report);
  expect(html).toContain('does not follow from the source, says the language model');
  expect(html).toContain('the &lt;year&gt; differs');
  expect(html).toContain('the check without a model does not find it there');
});

test('where they agree, nothing is said', async () => {
  const report = await reportBy(new ScriptedModel([[answers([true, false, false])]]));
  const plain = numbered(rested, 'en').sections;
  expect(report.sections).toEqual(plain);
  expect(renderMarkdown(report)).not.toContain('disputed');
});

test('without an answer the check holds, and the report says so', async () => {
  const report = await reportBy(new ScriptedModel([[fails('down', true)]]));
  expect(report.sections).toEqual(numbered(rested, 'en').sections);
  expect(report.notes.join()).toContain('gave no usable answer for 3 of 3');
});

describe('a statement that the check doubts', () => {
  const text = 'The keeper looks after the beacon yearly.';
  const doubted = restStatements(
    [{ heading: 'A', statements: [{ text, sources: [1] }] }],
    [block],
    'en',
  );
  const decidedBy = async (follows: boolean) => {
    const model = new ScriptedModel([[answers([follows])]]);
    const { sections } = await askOfStatements(doubted, 'en', { model, call });
    return numbered(sections, 'en').sections[0]?.statements[0];
  };

  test('is an inference that says in what, without a model', () => {
    const { sections, sources } = numbered(doubted, 'en');
    const inferred = { text, sources: [1], support: 'inference', doubt: 'words' };
    expect(sections[0]?.statements).toEqual([inferred]);
    const report: Report = { title: 'T', language: 'en', sections, sources, notes: [] };
    const said = 'inference, not said in these words: words that are not there';
    expect(renderMarkdown(report)).toContain(said);
    expect(renderHtml(report)).toContain(said);
  });

  test('counts half for the quality of a report', () => {
    const sure = { text: 'A', sources: [1] };
    const unsupported = { text: 'B', sources: [] };
    const doubtful = numbered(doubted, 'en').sections[0]?.statements ?? [];
    expect(shareSupported([sure, unsupported])).toBe(0.5);
    expect(shareSupported([sure, ...doubtful])).toBe(0.75);
    expect(shareSupported([])).toBe(0);
  });

  test('is decided by the model', async () => {
    expect(await decidedBy(true)).toEqual({ text, sources: [1], support: 'inference' });
    expect(await decidedBy(false)).toEqual({ text, sources: [] });
  });

  test('rests on nothing that it does not cite', () => {
    const uncited = [{ heading: 'A', statements: [{ text, sources: [] }] }];
    const { sections } = numbered(restStatements(uncited, [block], 'en'), 'en');
    expect(sections[0]?.statements).toEqual([{ text, sources: [] }]);
  });
});
