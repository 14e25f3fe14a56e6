import { expect, test } from '@jest/globals';
import type { StoredDocument } from '../../../knowledge/document.model.js';
import { withDefaults } from '../options.js';
import { newState } from '../state-reader.js';
import type { FollowedReference, QualityAssessment, ReportSource, ResearchTask } from '../state.js';
import { renderHtml } from './render-html.js';
import { renderMarkdown } from './render-markdown.js';
import { notFound, scopeOf } from './report-parts.js';

const task = (id: number, text: string): ResearchTask => {
  return { id, task: text, context: '', subtasks: [], origin: 'user', state: 'done' };
};
const quality = (...missing: string[]): QualityAssessment => ({
  dimensions: [],
  parts: ['Wer?', 'Wann?', 'Welche Strafe?'].map((question) => ({
    question,
    isAnswered: !missing.includes(question),
  })),
  total: 0,
  threshold: 0,
  isPassed: true,
});
const state = {
  ...newState({ query: 'Frage', kb: 'k', options: withDefaults({}) }),
  tasks: [task(1, 'Wer?'), task(3, 'Welche Strafe?')],
  researchQueries: ['wann'],
  quality: quality('Welche Strafe?'),
  searches: [{ taskId: 3, query: 'Welche Strafe <droht>?', chunks: [], references: [] }],
};

test('names the parts that no statement answers, and what was searched', () => {
  const missing = notFound(state, 'de');
  expect(missing?.heading).toBe('Nicht gefunden');
  expect(missing?.items).toEqual([
    'Zu „Welche Strafe?“ steht nichts im Bericht. Gesucht wurde: „Welche Strafe <droht>?“.',
  ]);
  // A part that is no task was searched for by the queries of all.
  expect(notFound({ ...state, quality: quality('Wann?') }, 'en')?.items).toEqual([
    'The report has nothing on “Wann?”. What was searched: “wann”.',
  ]);
  expect(notFound({ ...state, quality: quality() }, 'de')).toBeUndefined();
});

test('both exports say so under a heading of its own', () => {
  const missing = notFound(state, 'de');
  if (missing === undefined) throw new Error('nothing is missing');
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
  const searched = {
    ...newState({ query: 'Frage', kb: 'acts', options: withDefaults({}) }),
    searches: [{ taskId: 1, query: 'Frage', chunks: [], references }],
  };
  const sources = ['law', 'note'].map(source);
  expect(scopeOf(searched, sources, documents, 'de')).toEqual({
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
