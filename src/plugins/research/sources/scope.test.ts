import { expect, test } from '@jest/globals';
import type { Block } from '../../../knowledge/blocks.js';
import type { StoredDocument } from '../../../knowledge/document.model.js';
import { Library, OpeningNames } from '../extract/library.js';
import { withDefaults } from '../options.js';
import { newState } from '../state-reader.js';
import type { FollowedReference, ReportSource } from '../state.js';
import { scopeOf } from './scope.js';

const texts: Readonly<Record<string, string[]>> = {
  law: ['# Gesetz', 'Zuletzt geändert durch : Art. 2 G v. 20.5.2021 I 1194', '# § 1', 'Das gilt.'],
  note: ['# Merkblatt', 'Wer misst, hat es leichter.'],
};
const blocksOf = (id: string): Block[] =>
  (texts[id] ?? []).map((text, position) => ({
    id: `${id}-${position}`,
    position,
    kind: text.startsWith('# ') ? ('heading' as const) : ('paragraph' as const),
    headingPath: [],
    text: text.replace('# ', ''),
  }));
const documents = ['law', 'note'].map((id) => ({ id, title: id, kbId: 'acts' }) as StoredDocument);
const library = new Library(
  {
    documents: () => Promise.resolve(documents),
    blocks: (id, from, limit) => Promise.resolve(blocksOf(id).slice(from, from + limit)),
  },
  new OpeningNames(),
);
const source = (documentId: string): ReportSource => {
  return { number: 1, documentId, document: documentId, blockId: 'b', quote: '', contextTier: 1 };
};
const reference = (key: string, reason: string): FollowedReference => {
  const place = { raw: key, type: 'section' as const, depth: 1, found: false, fromChunkId: 'c' };
  return { key, reason, chunkIds: [], ...place };
};

test('tells what was searched, the state of each text that is cited, and what was not read', async () => {
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
  expect(await scopeOf(state, { sources, documents }, library, 'de')).toEqual({
    heading: 'Umfang und Stand',
    items: [
      'Durchsucht wurde die Wissensbasis „acts“ mit 2 Dokumenten: „law“, „note“.',
      'Stand von „law“ nach seinem eigenen Text: Zuletzt geändert durch: Art. 2 G v. 20.5.2021 I 1194.',
      '„note“ nennt am Anfang keinen Stand; ob der Text noch gilt, ist nicht geprüft.',
      'Verwiesen wird auf Texte, die nicht in der Wissensbasis sind und nicht gelesen wurden: Atomgesetz.',
      '1 Verweis wurde nicht verfolgt, weil die Grenzen der Recherche erreicht waren.',
      'Nicht durchsucht wurden andere Wissensbasen und Quellen außerhalb.',
    ],
  });
});
