import type { StoredDocument } from '../../../knowledge/document.model.js';
import { stateOf, taskOf } from '../../../../test/support/research-steps.js';
import type { FollowedReference, QualityAssessment, ReportSource, Report } from '../state.js';
import { fails, says, ScriptedModel } from '../../../../test/support/scripted-model.js';
import { Library, OpeningNames } from '../extract/library.js';
import { renderHtml, renderMarkdown } from './render-report.js';
import { notFound, scopeOf } from './attribute-step.js';
import {
  askOfStatements,
  restStatements,
  type CitedBlock,
  type RestedSection,
} from './link-statements.js';
import { citeSources } from './cite-sources.js';

const quality = (...missing: string[]): QualityAssessment => {
  const parts = ['Wer?', 'Wann?', 'Welche Strafe?'].map((question) => {
    return { question, isAnswered: !missing.includes(question) };
  });
  return { dimensions: [], total: 0, threshold: 0, isPassed: true, parts };
};
const state = stateOf({
  tasks: [taskOf(1, { task: 'Wer?' }), taskOf(3, { task: 'Welche Strafe?' })],
  researchQueries: ['wann'],
  quality: quality('Welche Strafe?'),
  searches: [{ taskId: 3, query: 'Welche Strafe <droht>?', chunks: [], references: [] }],
});

test('names the parts that no statement answers, and what was searched', () => {
  const missing = notFound(state, 'de');
  const said = 'Zu „Welche Strafe?“ steht nichts im Bericht.';
  const items = [`${said} Gesucht wurde: „Welche Strafe <droht>?“.`];
  expect(missing).toEqual({ heading: 'Nicht gefunden', items });
  // A part that is no task was searched for by the queries of all.
  const english = ['The report has nothing on “Wann?”. What was searched: “wann”.'];
  expect(notFound({ ...state, quality: quality('Wann?') }, 'en')).toMatchObject({ items: english });
  expect(notFound({ ...state, quality: quality() }, 'de')).toBeUndefined();
});

test('both exports say so under a heading of its own', () => {
  const missing = notFound(state, 'de')!;
  const report = { title: 'T', language: 'de' as const, sections: [], sources: [], notes: [] };
  const markdown = renderMarkdown({ ...report, notFound: missing });
  expect(markdown).toContain('## Nicht gefunden\n- Zu „Welche Strafe?“ steht nichts im Bericht.');
  const html = renderHtml({ ...report, notFound: missing });
  expect(html).toContain('<h2>Nicht gefunden</h2><ul><li>Zu „Welche Strafe?“ steht nichts');
  expect(html).toContain('&lt;droht&gt;');
  expect(renderMarkdown(report)).not.toContain('Nicht gefunden');
});

const documents = ['law', 'note'].map((id) => ({ id, title: id, kbId: 'acts' }) as StoredDocument);
const source = (documentId: string): ReportSource => {
  return { number: 1, documentId, document: documentId, blockId: 'b', quote: '', contextTier: 1 };
};
const reference = (key: string, reason: string): FollowedReference => {
  const place = { raw: key, type: 'section' as const, depth: 1, found: false, fromChunkId: 'c' };
  return { key, reason, chunkIds: [], ...place };
};

test('tells what was searched, that the state of the texts was not checked, and what was not read', () => {
  const references = [
    reference('Atomgesetz#section:9', 'not_in_knowledge_base'),
    reference('law#section:3', 'level_full'),
    reference('law#section:4', 'already_read'),
  ];
  const searched = stateOf({ searches: [{ taskId: 1, query: 'Frage', chunks: [], references }] });
  expect(scopeOf(searched, ['law', 'note'].map(source), documents, 'de')).toEqual({
    heading: 'Umfang',
    items: [
      'Durchsucht wurde die Wissensbasis „acts“ mit 2 Dokumenten: „law“, „note“.',
      'Ob die zitierten Texte noch gelten, ist nicht geprüft.',
      'Verwiesen wird auf Texte, die nicht in der Wissensbasis sind und nicht gelesen wurden: Atomgesetz.',
      '1 Verweis wurde nicht verfolgt, weil die Grenzen der Recherche erreicht waren.',
      'Nicht durchsucht wurden andere Wissensbasen und Quellen außerhalb.',
    ],
  });
});

const lines = [
  ['The keeper inspects the beacon every year.', '§ 4'],
  ['The inspection is written down.', '§ 4'],
  ['A beacon on a pier is small.', '§ 9'],
] as const;
const blocks = lines.map(([text, heading], at): CitedBlock => {
  const place = { documentId: 'd', document: 'Rules', heading, contextTier: 1 } as const;
  return { id: `b${at}`, text, evidence: [at + 1], ...place };
});
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

const opinion = (follows: boolean, alone: number[], reason = '') => {
  const statements = [{ number: 1, follows, alone, reason }];
  return new ScriptedModel([[says(JSON.stringify({ statements }))]]);
};
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
    for (const second of [2, 3]) {
      const model = opinion(false, [2], 'no king there');
      const report = await reportBy(model, rest(france, [1, second]));
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
    const said = 'not in the source: does not follow, says the language';
    expect(renderMarkdown(report)).toContain(said);
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
  const quote = rest('“The keeper inspects the beacon every year.”', [1]);
  const report = await reportBy(new ScriptedModel([]), [...quote, ...rest(text, [1, 2])]);
  expect(report.sections.flatMap(({ statements }) => statements)).toEqual([
    expect.objectContaining({ sources: [1], support: 'quote' }),
    { text, sources: [], objection: { kind: 'number', said: '2' } },
  ]);
  expect(renderMarkdown(report)).toContain('this number does not stand there (2)');
});
