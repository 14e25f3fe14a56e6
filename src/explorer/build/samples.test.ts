import { expect, test } from '@jest/globals';
import { parseMarkdown } from '../../knowledge/parsing/formats/markdown.mjs';
import { fileURLToPath } from 'node:url';
import { linkNodes, type LinkText, type LinkDocument } from './link.js';
import { toOutline } from './law-outline.js';
import { filesIn, readSource } from './build-graph.js';

const FOLDER = fileURLToPath(new URL('../../../samples/town-law/', import.meta.url));

test('the sample ordinances hold together: each reference leads to a section, but for a repealed one', async () => {
  const documents: LinkDocument[] = [];
  const nodes: LinkText[] = [];
  const sections: string[] = [];
  for (const path of await filesIn(FOLDER)) {
    const { bytes } = await readSource(FOLDER, path);
    const outline = toOutline(parseMarkdown(bytes), path);
    const { title, abbreviation } = outline;
    documents.push({ id: documents.length, title, abbreviation, path });
    for (const { key, parentKey = null, text, nodeType, sourceId } of outline.nodes) {
      nodes.push({ id: nodes.length, documentId: documents.length - 1, key, parentKey, text });
      if (nodeType === 'section') sections.push(sourceId);
    }
  }
  const { links, unresolved } = linkNodes(documents, nodes);
  expect(unresolved.map(({ raw }) => raw)).toEqual(['§ 7-411 of the Town Court Ordinance']);
  expect(sections).toHaveLength(246);
  expect(new Set(sections).size).toBe(sections.length);
  const count = (relation: string) => links.filter((link) => link.relation === relation).length;
  expect(count('cites')).toBeGreaterThan(150);
  expect(count('amends')).toBeGreaterThan(15);
});
