import fc from 'fast-check';
import { holds } from '../../../../test/support/property.js';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { scoreQuality } from './assess-step.js';
import type { Report, ReportSource } from '../state.js';
import { checkStatement } from '../../../citations/check-statement.js';
import { restStatements, type CitedBlock } from './link-statements.js';
import { renderHtml, renderMarkdown } from './render-report.js';

const texts = [
  'Der Betreiber lässt das Leuchtfeuer jedes Jahr prüfen.',
  'Kleine Leuchtfeuer an Molen haben eine Lichtstärke von höchstens 150 Candela.',
  'Die Küstenbehörde entscheidet binnen drei Monaten.',
  '1. im Frühjahr,',
];
const blocks = texts.map((text, at): CitedBlock => {
  const place = { documentId: 'd', document: 'Verordnung', heading: `§ ${at + 1}` };
  return { id: `b${at}`, ...place, text, contextTier: 1, evidence: [at + 1] };
});
const rested = (...statements: { text: string; sources: number[] }[]) =>
  restStatements([{ heading: 'A', statements }], blocks).flatMap((each) => each.statements);
const idsOf = (cited: readonly CitedBlock[] = []) => cited.map(({ id }) => id);

describe('a statement', () => {
  const decides = '„Die Küstenbehörde entscheidet binnen drei Monaten.“';
  const bright = 'die Lichtstärke liegt bei höchstens 150 Candela.';
  const both = `Das Leuchtfeuer lässt der Betreiber prüfen; ${bright}`;
  test.each([
    ['rests on what it cites', 'Das Leuchtfeuer ist jedes Jahr zu prüfen.', [1], ['b0']],
    ['rests on nothing else', 'Die Behörde entscheidet binnen drei Monaten.', [], []],
    ['with another number is unsupported', 'Molen: höchstens 250 Candela Lichtstärke.', [2], []],
    ['with a quote of its own is unsupported', 'Es gilt: „Die Laterne ist violett.“', [3], []],
    ['with a quote rests on its block', decides, [1, 3], ['b2']],
    ['rests on both of its blocks', both, [1, 2], ['b0', 'b1']],
  ])('%s', (_name, text, cited, expected) =>
    expect(idsOf(rested({ text, sources: cited })[0]?.blocks).toSorted()).toEqual(expected),
  );

  test('that says more than its quote is none', () => {
    const text = 'Es gilt: „Der Betreiber lässt das Leuchtfeuer jedes Jahr prüfen.“';
    expect(rested({ text, sources: [1] })[0]?.support).toBe('not_checked');
  });

  test('has sources that hold its quotes and numbers, or none', async () => {
    const words = texts.join(' ').match(/[\p{L}\d]+/gu) ?? [];
    const word = fc.constantFrom(...words, 'violett', '„Molen“', '77');
    const statement = fc.array(word, { minLength: 1, maxLength: 12 }).map((all) => all.join(' '));
    await holds([fc.array(statement, { minLength: 1, maxLength: 5 })], (all) => {
      const result = rested(...all.map((text) => ({ text, sources: [1, 2] })));
      expect(result.map(({ text }) => text)).toEqual(all);
      for (const { text, blocks: own, objection } of result) {
        const cited = (own.length > 0 ? own : blocks.slice(0, 2)).map((each) => {
          return { text: each.text, context: `${each.document}\n${each.heading}` };
        });
        expect(checkStatement(text, cited).missing).toEqual(objection);
      }
    });
  });
});

const source = (text: string): ReportSource => {
  const place = { documentId: 'd', blockId: 'b', quote: text };
  const told = { ...place, words: text, place: text };
  const explains = [1, 2].map((level) => ({ ...told, level: level as 1 | 2 }));
  return { number: 1, ...place, document: text, page: 3, contextTier: 2, explains };
};
const report = (text: string): Report => {
  const scores = { accuracy: 90, completeness: 80, relevance: 70, clarity: 60, complaints: [] };
  const facts = { supported: 0.5, parts: [], threshold: 300, language: 'de' as const };
  const inference = { text, sources: [1], support: 'inference' as const };
  const statements = [inference, { text: 'Ohne.', sources: [] }];
  const parts = { sections: [{ heading: text, statements }], sources: [source(text)] };
  const quality = scoreQuality(scores, facts);
  return { title: text, language: 'de', ...parts, quality, notes: [text] };
};

describe('a rendered report', () => {
  test('says what is unsupported, where sources stand, and how good it is', () => {
    const parts = ['unbelegt', 'aus mehreren Absätzen einer Stelle', 'S. 3', '260/400'];
    const more = ['Schwelle von 300', '50/100', 'Mit „Frage“ ist gemeint (Frage): „Frage“'];
    for (const rendered of [renderMarkdown(report('Frage')), renderHtml(report('Frage'))])
      for (const part of [...parts, ...more]) expect(rendered).toContain(part);
    expect(renderHtml(report('Frage'))).toContain('data-block-id="b"');
  });

  test('as HTML holds no tag and no attribute of a text, whatever the text', async () => {
    const attacks = ['<script>x</script>', '"><img src=x onerror=y>', "' onclick='z", '&lt;b&gt;'];
    const hostile = fc.oneof(fc.string(), fc.constantFrom(...attacks));
    const tags = (html: string) => html.match(/<[^>]*>/g)?.length;
    const plain = tags(renderHtml(report('Frage')));
    await holds([hostile], (text) => expect(tags(renderHtml(report(text)))).toBe(plain));
  });

  test('as Markdown keeps texts on one line and out of links, headings and HTML', () => {
    const lines = renderMarkdown(report('# h\n\n[x](javascript:y) <b> *s* ![i](z)')).split('\n');
    expect(lines.filter((line) => line.startsWith('#'))).toHaveLength(5);
    expect(lines.join('\n')).not.toMatch(/(?<!\\)\]\(|(?<!\\)<b>/);
  });
});

describe('a report as Markdown, read as GitHub does', () => {
  const words = fc.constantFrom(
    ...['http://x.de/a_b', 'siehe', 'HTTPS://x.de.', 'www.x.de', '(www.x.de)', 'ftp://x', '`', '*'],
    ...['a@b.de', 'mailto:a@b.de', 'xmpp:a@b.de/c', '<http://x.de>', '„https://x.de“.', '&#64;'],
    ...['a`http://x.de`', '``', '[a](http://x.de)', '![i](z)', '<b>', '[^1]', '\\', '1.', '- a'],
  );
  const some = fc.array(words, { minLength: 1, maxLength: 6 });
  const joined = [' ', ''].map((space) => some.map((all) => all.join(space)));
  const hostile = fc.oneof(fc.string(), ...joined);
  type MarkdownNode = { type: string; value?: string; children?: MarkdownNode[] };
  const all = (node: MarkdownNode): MarkdownNode[] => [node, ...(node.children ?? []).flatMap(all)];
  test('has no link, image, code block or HTML, and says each text as it is, whatever the text', () =>
    holds([hostile], (text) => {
      const gitHub = { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] };
      const tree: MarkdownNode = fromMarkdown(renderMarkdown(report(text)), gitHub);
      const plain = ['root', 'heading', 'list', 'listItem', 'paragraph', 'strong', 'text'];
      const types = new Set(all(tree).map(({ type }) => type));
      for (const type of [...plain, 'inlineCode']) types.delete(type);
      expect([...types]).toEqual([]);
      const said = all(tree.children![0]!).map(({ value = '' }) => value);
      expect(said.join('')).toBe(text.replace(/\s+/g, ' ').trim());
    }));
});

describe('quality', () => {
  test('does not pass by its sum alone, counts the parts that are answered, names what is missing, and exports say so', () => {
    const best = { accuracy: 100, completeness: 90, relevance: 100, clarity: 100 };
    const missing = ['By when?', 'How much?'].map((question) => ({ question, isAnswered: false }));
    const parts = [{ question: 'Who pays?', isAnswered: true }, ...missing];
    const facts = { supported: 1, parts, threshold: 240, language: 'en' as const };
    const quality = scoreQuality({ ...best, complaints: ['Not dealt with: costs.'] }, facts);
    const complaints = [
      'Too low: Completeness 33 of 100, at least 40 are needed.',
      'Not answered: “By when?”',
      'Not answered: “How much?”',
      'Not dealt with: costs.',
    ];
    expect(quality).toMatchObject({ total: 333, isPassed: false, complaints });
    const full: Report = { ...report('Question'), language: 'en', quality };
    for (const rendered of [renderHtml(full), renderMarkdown(full)])
      for (const complaint of complaints) expect(rendered).toContain(complaint);
    expect(renderMarkdown(full)).not.toContain('below the threshold');
  });

  const score = fc.double({ min: -50, max: 150, noNaN: true });
  const half = { accuracy: score, completeness: score };
  const scores = fc.record({ ...half, relevance: score, clarity: score });
  test('is the sum of four parts of 0 to 100, and accuracy never above what was counted', () =>
    holds([scores, fc.double({ min: 0, max: 1, noNaN: true })], (given, supported) => {
      const parts = [{ question: 'Who?', isAnswered: true }];
      const facts = { supported, parts, threshold: 240, language: 'en' as const };
      const { dimensions, total, isPassed } = scoreQuality({ ...given, complaints: [] }, facts);
      const scored = dimensions.map((each) => each.score);
      const least = Math.min(...scored);
      expect(least).toBeGreaterThanOrEqual(0);
      expect(Math.max(...scored)).toBeLessThanOrEqual(100);
      expect(scored[0]).toBeLessThanOrEqual(Math.round(100 * supported));
      expect(total).toBe(scored.reduce((sum, each) => sum + each));
      expect(isPassed).toBe(total >= 240 && least >= 40);
    }));
});
