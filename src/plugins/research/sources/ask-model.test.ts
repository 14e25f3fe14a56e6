import { describe, expect, test } from '@jest/globals';
import { fails, says, ScriptedModel } from '../../../../test/support/scripted-model.js';
import type { Report } from '../state.js';
import { askOfStatements } from './ask-model.js';
import { Library, OpeningNames } from '../extract/library.js';
import { citeSources } from './cite-sources.js';
import { restStatements, type CitedBlock, type RestedSection } from './link-statements.js';
import { renderHtml } from './render-html.js';
import { renderMarkdown } from './render-markdown.js';

const block = (id: string, text: string, heading: string, evidence: number): CitedBlock => ({
  ...{ id, text, heading, evidence: [evidence] },
  ...{ documentId: 'd', document: 'Rules', contextTier: 1 },
});
const blocks = [
  block('a', 'The keeper inspects the beacon every year.', '§ 4', 1),
  block('b', 'The inspection is written down.', '§ 4', 2),
  block('c', 'A beacon on a pier is small.', '§ 9', 3),
];
const STATEMENT = 'Each inspection of the beacon is recorded.';
const call = { signal: new AbortController().signal, spend: () => undefined };

const rest = (text: string, sources: number[]) =>
  restStatements([{ heading: 'A', statements: [{ text, sources }] }], blocks);

const none = () => Promise.resolve([]);
const cited = (sections: RestedSection[]) =>
  citeSources(sections, new Library({ documents: none, blocks: none }, new OpeningNames()), 'en');

async function reportBy(model: ScriptedModel, rested = rest(STATEMENT, [1, 2])): Promise<Report> {
  const { sections, note } = await askOfStatements(rested, 'en', model, call);
  const notes = note === undefined ? [] : [note];
  return { title: 'T', language: 'en', ...(await cited(sections)), notes };
}

const opinion = (follows: boolean, alone: number[], reason = '') =>
  new ScriptedModel([
    [says(JSON.stringify({ statements: [{ number: 1, follows, alone, reason }] }))],
  ]);
const statementIn = ({ sections }: Report) => sections[0]?.statements[0];
const blocksIn = (report: Report) => report.sources.map(({ blockId }) => blockId);

describe('a statement that is no quote', () => {
  test('rests on the blocks from which it follows alone', async () => {
    const report = await reportBy(opinion(true, [1, 7]));
    expect(statementIn(report)).toMatchObject({ sources: [1], support: 'paraphrase' });
    expect(blocksIn(report)).toHaveLength(1);
  });

  test('rests on blocks of one place together', async () => {
    const report = await reportBy(opinion(true, []));
    expect(statementIn(report)).toMatchObject({ sources: [1, 2], support: 'inference' });
  });

  test('is not signed where blocks of several places only together make it likely', async () => {
    const report = await reportBy(opinion(true, [], 'a guess'), rest(STATEMENT, [1, 3]));
    const objection = { kind: 'together', said: 'a guess' };
    expect(statementIn(report)).toEqual({ text: STATEMENT, sources: [], objection });
    expect(report.sources).toEqual([]);
  });

  test('an unrelated second block does not sign what does not follow from both', async () => {
    const france = 'The king of France decides on the beacon.';
    for (const sources of [
      [1, 2],
      [1, 3],
    ]) {
      const report = await reportBy(opinion(false, [2], 'no king there'), rest(france, sources));
      expect(statementIn(report)).toMatchObject({ sources: [], objection: { kind: 'model' } });
    }
    // Nobody has checked it: what has no word of it is no source of it.
    const { sources } = await cited(rest(france, [1, 2]));
    expect(sources.map(({ quote }) => quote)).toEqual([blocks[0]?.text]);
  });

  test('has no source where it does not follow, and exports say why', async () => {
    const report = await reportBy(opinion(false, [], 'the <year> differs'));
    const objection = { kind: 'model', said: 'the <year> differs' };
    expect(statementIn(report)).toEqual({ text: STATEMENT, sources: [], objection });
    expect(renderMarkdown(report)).toContain(
      'not in the source: does not follow, says the language',
    );
    expect(renderHtml(report)).toContain('the &lt;year&gt; differs');
  });

  test('is marked as not checked without a model, and where it gives no answer', async () => {
    const { sections, sources } = await cited(rest(STATEMENT, [1, 2]));
    const unchecked = { text: STATEMENT, sources: [1, 2], support: 'not_checked' };
    expect(sections[0]?.statements).toEqual([unchecked]);
    const report = await reportBy(new ScriptedModel([[fails('down', true)]]));
    expect(statementIn(report)).toEqual(unchecked);
    expect(report.notes.join()).toContain('gave no usable answer for 1 of 1');
    for (const rendered of [renderMarkdown(report), renderHtml(report)])
      expect(rendered).toContain('not checked whether it follows');
    expect(sources).toHaveLength(2);
  });
});

test('of quotes, and of what is not in the source, no model is asked', async () => {
  const text = 'It is inspected every 2 years.';
  const rested = [
    ...rest('“The keeper inspects the beacon every year.”', [1]),
    ...rest(text, [1, 2]),
  ];
  const model = new ScriptedModel([]);
  const report = await reportBy(model, rested);
  expect(report.sections.flatMap(({ statements }) => statements)).toEqual([
    expect.objectContaining({ sources: [1], support: 'quote' }),
    { text, sources: [], objection: { kind: 'number', said: '2' } },
  ]);
  expect(renderMarkdown(report)).toContain('this number does not stand there (2)');
});
