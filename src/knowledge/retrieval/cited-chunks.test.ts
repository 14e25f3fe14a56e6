import { openTestDatabase } from '../../../test/support/database.js';
import { silentLogger } from '../../foundation/logger.js';
import type { Embedder } from '../../toolindex/embedder.js';
import { openKnowledge } from '../knowledge.js';
import { useOpened } from '../../../test/support/use-opened.js';

/** So long that each paragraph is a chunk of its own. */
const MORE = 'Sie ist trocken und sauber zu halten. '.repeat(25);
const LAGERG = `# Gesetz über das Lagern (LagerG)

## Teil 2 - Lagerung

### § 7 Lagerung

Die Ware wird auf dem Hof gelagert, wie § 70 es sagt.

### § 70 Gebühren

Die Gebühr ist im Voraus zu zahlen.

## § 71 Begriffe

(1) Palette: eine Fläche aus Holz. ${MORE}

(2) Kiste: ein Behälter aus Holz. ${MORE}

(3) Fass: ein Behälter mit einem Deckel. ${MORE}

## Anlage 4 - Maße

Eine Palette misst 120 mal 80.
`;
const HAFV = `# Verordnung über den Hafen (Hafenverordnung - HafV)

## § 70 Liegegeld

Das Liegegeld wird nach der Länge berechnet.
`;
/** Its front matter's title says less than its first heading. */
const TRADE = `---
title: Ordnung des Handels
---

# Ordnung des Handels (Gewerbeordnung - GewO)

## § 3 Anzeige

Wer ein Gewerbe beginnt, zeigt es an.
`;
const HOUSE = `# House rules

Goods are kept in the yard for as long as the owner of them wishes it to be so, and it is for the owner to say to us at any time when they are to be taken out of it again, which is done on the same day.

Die Ware wird auf dem Hof gelagert, solange der Eigentümer es wünscht, und er sagt uns, wann sie wieder abgeholt wird; das wird noch am selben Tag erledigt, wenn es nicht zu spät ist und der Hof frei ist.
`;

/** What is embedded is kept: texts of a language that the embedder does not read are not to count. */
const asked: string[] = [];
const english: Embedder = {
  id: 'english',
  languages: ['en'],
  embed: async (texts, { kind }) => {
    if (kind === 'query') asked.push(...texts);
    return texts.map(() => Float32Array.of(1, 0));
  },
};

const db = useOpened(() => openTestDatabase('store'));
const knowledge = useOpened(() => openKnowledge({ db, embedder: english, logger: silentLogger }));
beforeAll(async () => {
  const files = { 'lagerg.md': LAGERG, 'hafv.md': HAFV, 'house.md': HOUSE, 'trade.md': TRADE };
  for (const [fileName, text] of Object.entries(files)) {
    const bytes = Buffer.from(text);
    await knowledge.add({ userId: 'one', kbId: 'law', fileName, kind: 'markdown', bytes });
  }
  await knowledge.idle();
});
const search = (query: string, more = {}) =>
  knowledge.search({ userId: 'one', kbId: 'law', query, topK: 3, ...more });

describe('a search that cites', () => {
  test.each([
    ['§ 70 LagerG', ['§ 70 Gebühren']],
    ['§ 70 des Lagergesetzes', ['§ 70 Gebühren']],
    ['Was steht in Paragraph 70 der Hafenverordnung?', ['§ 70 Liegegeld']],
    ['§ 70', ['§ 70 Gebühren', '§ 70 Liegegeld']],
    ['§ 70 hafv und § 7 LagerG', ['§ 70 Liegegeld', '§ 7 Lagerung']],
    ['LagerG 70', ['§ 70 Gebühren']],
    ['70 hafv', ['§ 70 Liegegeld']],
    ['§ 3 GewO', ['§ 3 Anzeige']],
    ['§ 3 der Gewerbeordnung', ['§ 3 Anzeige']],
    ['anlage 4 lagerg', ['Anlage 4 - Maße']],
  ])('finds by "%s" first %j', async (query, headings) => {
    const { passages } = await search(query);
    const first = passages.slice(0, headings.length);
    expect(first.map(({ headingPath }) => headingPath.at(-1))).toEqual(headings);
    for (const { parts, why } of first) {
      expect(parts.cited).toBeDefined();
      expect(why).toMatch(/^cited: /);
    }
  });

  test.each(['§ 70 BGB', '§ 72 LagerG', 'Gebühr im Voraus', 'Gebühren 70', 'BGB 70'])(
    'takes nothing for cited by "%s"',
    async (query) => {
      const { passages } = await search(query);
      expect(passages.flatMap(({ parts }) => parts.cited ?? [])).toEqual([]);
    },
  );

  test.each([
    ['§ 71 Abs. 2 LagerG', ['(2) Kiste', '(1) Palette', '(3) Fass']],
    ['§ 71 Absatz 3 und § 71 Absatz 1 LagerG', ['(3) Fass', '(1) Palette', '(2) Kiste']],
  ])('finds by "%s" the paragraph first', async (query, beginnings) => {
    const { passages } = await search(query);
    expect(passages.map(({ text }) => text.split(':')[0])).toEqual(beginnings);
  });

  test('finds nothing of another user', async () =>
    expect((await search('§ 70 LagerG', { userId: 'two' })).passages).toEqual([]));
});

describe('an embedder that reads English', () => {
  test('is not asked in German, and the answer says so', async () => {
    asked.length = 0;
    const { notes, passages } = await search('Wo wird die Ware gelagert?');
    expect([asked, passages.every(({ parts }) => parts.vector === undefined)]).toEqual([[], true]);
    expect(notes).toEqual([expect.stringContaining('by words only')]);
  });

  test('is asked for English passages only, those of a document in two languages too', async () => {
    const { notes, passages } = await search('Where are the goods kept?', { topK: 10 });
    const near = passages.filter(({ parts }) => parts.vector !== undefined);
    expect([notes, near.map(({ text }) => text.slice(0, 14))]).toEqual([[], ['Goods are kept']]);
  });
});
