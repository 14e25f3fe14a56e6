import { expect, test } from '@jest/globals';
import { withDefaults } from '../options.js';
import { newState } from '../state-reader.js';
import type { ContextEntry, ReportSource, ResearchTask } from '../state.js';
import { notFound } from './not-found.js';
import { renderHtml } from './render-html.js';
import { renderMarkdown } from './render-markdown.js';

const task = (id: number, text: string): ResearchTask => {
  return { id, task: text, context: '', subtasks: [], origin: 'user', state: 'done' };
};
const place = { documentId: 'd', document: 'D', contextTier: 1 as const };
const entry: ContextEntry = {
  ...place,
  chunkId: 'c',
  chunk: 'Ein Text.',
  heading: '',
  blockIds: ['b1', 'b2'],
  extractedInfo: '',
  relevanceScore: 1,
  contextWeight: 1,
  depth: 0,
  sourceType: 'vector_search',
  taskId: 1,
};
const source: ReportSource = { ...place, number: 1, blockId: 'b2', quote: 'Ein Text.' };
const hit = { chunkId: 'c', documentId: 'd', document: 'D', score: 1 };
const state = {
  ...newState({ query: 'Frage', kb: 'k', options: withDefaults({}) }),
  tasks: [task(1, 'Wer?'), task(2, 'Wann?'), task(3, 'Welche Strafe?')],
  primaryContext: [entry],
  searches: [
    { taskId: 2, query: 'Wann?', chunks: [hit], references: [] },
    { taskId: 3, query: 'Welche Strafe <droht>?', chunks: [], references: [] },
  ],
};

test('names the tasks without a source in the report, and what was searched', () => {
  const missing = notFound(state, [source], 'de');
  expect(missing?.heading).toBe('Nicht gefunden');
  expect(missing?.items).toEqual([
    'Zu „Welche Strafe?“ steht nichts im Bericht. Gesucht wurde: „Welche Strafe <droht>?“.',
  ]);
  expect(notFound(state, [], 'en')?.items).toHaveLength(3);
  expect(notFound({ ...state, tasks: state.tasks.slice(0, 2) }, [source], 'de')).toBeUndefined();
});

test('both exports say so under a heading of its own', () => {
  const missing = notFound(state, [source], 'de');
  if (missing === undefined) throw new Error('nothing is missing');
  const report = { title: 'T', language: 'de' as const, sections: [], sources: [], notes: [] };
  const markdown = renderMarkdown({ ...report, notFound: missing });
  expect(markdown).toContain('## Nicht gefunden\n- Zu „Welche Strafe?“ steht nichts im Bericht.');
  const html = renderHtml({ ...report, notFound: missing });
  expect(html).toContain('<h2>Nicht gefunden</h2><ul><li>Zu „Welche Strafe?“ steht nichts');
  expect(html).toContain('&lt;droht&gt;');
  expect(renderMarkdown(report)).not.toContain('Nicht gefunden');
});
