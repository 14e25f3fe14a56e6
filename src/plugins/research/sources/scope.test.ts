import { expect, test } from '@jest/globals';
import type { StoredDocument } from '../../../knowledge/document.model.js';
import { withDefaults } from '../options.js';
import { newState } from '../state-reader.js';
import type { FollowedReference, ReportSource } from '../state.js';
import { scopeOf } from './scope.js';

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
  const state = {
    ...newState({ query: 'Frage', kb: 'acts', options: withDefaults({}) }),
    searches: [{ taskId: 1, query: 'Frage', chunks: [], references }],
  };
  const sources = ['law', 'note'].map(source);
  expect(scopeOf(state, { sources, documents }, 'de')).toEqual({
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
