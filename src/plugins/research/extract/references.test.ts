import fc from 'fast-check';
import { holds } from '../../../../test/support/property.js';
import type { Block } from '../../../knowledge/chunks.js';
import type { StoredDocument } from '../../../knowledge/document.model.js';
import { findReferences } from '../../../references/find-references.js';
import {
  followReferences,
  type FollowDeps,
  type FollowLimits,
  type ReachedText,
  type ReferringText,
} from './follow-references.js';
import {
  Library,
  OpeningNames,
  resolveReference,
  blocksMeant,
  findPart,
  outlineOf,
} from './library.js';
import { holdsWords, placeQuote } from '../../../citations/quotes.js';

/** Blocks of a document from "# heading" and other lines; the number of # is the level. */
function blocksOf(lines: readonly string[]): Block[] {
  const open: string[] = [];
  return lines.map((line, position) => {
    const [, marks = '', text = line] = /^(#+) (.*)/.exec(line) ?? [];
    if (marks !== '') open.length = Math.min(open.length, marks.length - 1);
    const headingPath = [...open];
    if (marks !== '') open.push(text);
    const kind = marks === '' ? 'paragraph' : 'heading';
    return { id: `${lines[0]}/${position}`, position, kind, headingPath, text };
  });
}

const TWO = ['(2) Absatz zwei.', '1. Nummer eins zu zwei.'];
const SEVEN = ['(1) Absatz eins.', ...TWO, '(3) Absatz drei.'];
const act = outlineOf(
  blocksOf([
    ...['# Act', '## Teil 1 - Anfang', '### § 7 Erstes', ...SEVEN],
    ...['### § 7a Weiteres', 'Nur dies.'],
    ...['## Anlage 3 (zu § 7)', '### Teil B:', 'Ausnahmen.'],
  ]),
);
const textsOf = (written: string) => {
  const [reference] = findReferences(written);
  const part = reference && findPart(act, reference);
  return part && blocksMeant(act, part, reference.detail, 1000).map(({ text }) => text);
};

describe('the blocks a reference means', () => {
  test.each([
    ['§ 7', SEVEN],
    ['§ 7 Absatz 2', TWO],
    ['§ 7 Absatz 9', SEVEN],
    ['§ 7a', ['Nur dies.']],
    ['Anlage 3', ['Ausnahmen.']],
    ['§ 70', undefined],
    ['§ 8', undefined],
  ])('%s', (written, expected) => expect(textsOf(written)).toEqual(expected));

  test('are never more than fit, and at least one', () => {
    const part = findPart(act, { kind: 'section', number: '7' });
    expect(part && blocksMeant(act, part, undefined, 1)).toHaveLength(1);
  });
});

/** A knowledge base of acts, each a list of lines. */
function libraryOf(acts: Record<string, readonly string[]>): Library {
  const documents = Object.keys(acts).map((id) => ({ id, title: id, fileName: `${id}.md` }));
  const tools = {
    documents: async () => documents as StoredDocument[],
    blocks: async (id: string, from: number, limit: number) =>
      blocksOf(acts[id] ?? []).slice(from, from + limit),
  };
  return new Library(tools, new OpeningNames());
}

const library = libraryOf({
  Hafengesetz: ['# Hafengesetz', '## § 1 Zweck', 'Siehe § 2.', '## § 2 Regeln', 'Siehe § 1.'],
  Hafenverordnung: ['# Hafenverordnung', '## § 1 Näheres', 'Nach § 2 des Hafengesetzes.'],
});

const RULES = { key: 'Hafengesetz#section:2', heading: 'Hafengesetz › § 2 Regeln' };
test.each([
  ['§ 2 gilt', 'Hafengesetz', RULES],
  ['§ 2 des Hafengesetzes', 'Hafenverordnung', { key: 'Hafengesetz#section:2' }],
  ['§ 1 der Hafenverordnung', 'Hafengesetz', { key: 'Hafenverordnung#section:1' }],
  ['§ 3 des Atomgesetzes', 'Hafengesetz', { reason: 'not_in_knowledge_base' }],
  ['§ 9', 'Hafengesetz', { reason: 'no_such_heading' }],
])('%s in %s', async (written, documentId, expected) => {
  const [reference] = findReferences(written);
  const { text, ...found } = await resolveReference(reference!, documentId, library);
  expect({ heading: text?.heading, ...found }).toMatchObject(expected);
});

const limits: FollowLimits = { maxDepth: 5, tokenBudget: 10_000, perLevel: 10 };
const inLibrary: FollowDeps['resolve'] = (reference, from) =>
  resolveReference(reference, from.documentId, library);
const start = (chunk: string): ReferringText[] => [
  { chunkId: 's', documentId: 'Hafengesetz', chunk, blockIds: ['s'] },
];

/** Follows, and keeps what was reached. */
async function follow(
  texts: readonly ReferringText[],
  { visited = [] as string[], bounds = limits, resolve = inLibrary } = {},
) {
  const reached: ReachedText[] = [];
  const read: FollowDeps['read'] = async (level) => {
    reached.push(...level);
    return level.map(() => []);
  };
  const deps = { visited, resolve, read, rate: () => 0.5 };
  return { ...(await followReferences(texts, bounds, deps)), reached };
}

describe('following', () => {
  test('a circle ends, with nothing visited twice', async () => {
    const followed = await follow(start('Siehe § 1.'));
    expect(followed.visited).toEqual(['Hafengesetz#section:1', 'Hafengesetz#section:2']);
    expect(followed.reached.map(({ depth }) => depth)).toEqual([1, 2]);
  });

  test('what was visited before is left out', async () => {
    const followed = await follow(start('Siehe § 1.'), { visited: ['Hafengesetz#section:1'] });
    expect(followed.reached).toEqual([]);
  });

  test('what a search had found already is told of, and not read again', async () => {
    const found = start('Siehe § 1.').map((text) => ({ ...text, blockIds: ['# Hafengesetz/2'] }));
    const { references } = await follow(found);
    expect(references[0]).toMatchObject({ found: true, reason: 'already_read', chunkIds: [] });
  });

  test.each([
    ['depth', { ...limits, maxDepth: 1 }, 1],
    ['no depth at all', { ...limits, maxDepth: 0 }, 0],
    ['budget', { ...limits, tokenBudget: 3 }, 1],
  ])('ends by its %s', async (_name, bounds, count) =>
    expect((await follow(start('Siehe § 1.'), { bounds })).reached).toHaveLength(count),
  );

  test('what a model saw is followed as well', async () => {
    const text = { ...start('Nichts.')[0], written: ['§ 2', 'kein Verweis'] } as ReferringText;
    const { reached } = await follow([text]);
    expect(reached[0]?.heading).toBe('Hafengesetz › § 2 Regeln');
  });

  test('ends within its bounds whatever refers to whatever', async () => {
    const cites = fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { maxLength: 6 });
    const sections = fc.array(cites, { minLength: 12, maxLength: 12 });
    const perLevel = fc.integer({ min: 1, max: 4 });
    const bounds = fc.record({ maxDepth: fc.nat(6), tokenBudget: fc.nat(200), perLevel });
    await holds([sections, bounds], { numRuns: 60 }, async (graph, within) => {
      const lines = graph.flatMap((cited, at) => [
        `## § ${at + 1} Abschnitt`,
        `Hier: ${cited.map((number) => `§ ${number} gilt`).join('; ')}.`,
      ]);
      const own = libraryOf({ Netzgesetz: ['# Netzgesetz', ...lines] });
      const resolve: FollowDeps['resolve'] = (one) => resolveReference(one, 'Netzgesetz', own);
      const { reached, visited } = await follow(start('§ 1 gilt'), { bounds: within, resolve });
      expect([new Set(visited).size, visited.length]).toEqual([visited.length, reached.length]);
      const chars = reached.reduce((sum, { chunk }) => sum + chunk.length, 0);
      expect(chars).toBeLessThanOrEqual(within.tokenBudget * 4);
      for (const { depth } of reached) {
        expect(depth).toBeLessThanOrEqual(within.maxDepth);
        const level = reached.filter((each) => each.depth === depth);
        expect(level.length).toBeLessThanOrEqual(within.perLevel);
      }
    });
  });
});

describe('a quote', () => {
  const blocks = [
    { id: 'a', text: 'Wer ein Leuchtfeuer  betreibt,\nhat es zu prüfen:' },
    { id: 'b', page: 2, text: '1. jedes Jahr – im „Frühjahr“ –, und' },
  ];
  test.each([
    ['word for word', 'ein Leuchtfeuer betreibt', 'ein Leuchtfeuer betreibt', 'a'],
    ['in another case', 'WER EIN LEUCHTFEUER', 'Wer ein Leuchtfeuer', 'a'],
    ['over two blocks', 'zu prüfen: 1. jedes Jahr', 'zu prüfen: 1. jedes Jahr', 'a'],
    ['with another word', 'ein Leuchtfeuer besitzt', undefined, undefined],
    ['too short', 'Wer ein', undefined, undefined],
  ])('%s', (_name, quote, found, block) => {
    const placed = placeQuote(quote, blocks);
    expect([placed?.quote, placed?.blockId]).toEqual([found, block]);
  });

  test('in other marks and dashes', () => {
    const quote = 'jedes Jahr – im „Frühjahr“ –';
    const placed = placeQuote('"jedes Jahr - im "Frühjahr" -', blocks);
    expect(placed).toMatchObject({ quote, blockId: 'b', page: 2 });
  });

  test('any stretch of a text is found in it, as it stands there, in the block it begins in', async () => {
    const text = fc.stringMatching(/^[a-zäöüß ,.„“–-]{1,60}$/);
    const texts = fc.array(text, { minLength: 1, maxLength: 4 });
    await holds([texts, fc.nat(200), fc.integer({ min: 15, max: 80 })], (given, from, length) => {
      const own = given.map((text, at) => ({ id: String(at), text }));
      const whole = given.join(' ').replace(/\s+/g, ' ');
      const placed = placeQuote(whole.slice(from, from + length).trim(), own);
      if (placed === undefined) return;
      expect(holdsWords(whole, placed.quote)).toBe(true);
      expect(own.some(({ id }) => id === placed.blockId)).toBe(true);
    });
  });
});
