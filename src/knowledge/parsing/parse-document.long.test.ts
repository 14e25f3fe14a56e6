import { readFile } from 'node:fs/promises';
import { pdfOf, zipOf } from '../../../test/support/files.js';
import { kindOf, type ReadableKind } from './document-kind.js';
import { parseDocument, type Parsed } from './parse-document.js';

const HANDBOOK = new URL('../../../samples/handbook/', import.meta.url);
const handbook = (name: string) => readFile(new URL(name, HANDBOOK));
const line = (text: string) => `BT /F1 11 Tf 1 0 0 1 60 700 Tm (${text}) Tj ET`;
const MB = 1024 * 1024;

function parse(kind: ReadableKind, content: string | Buffer): Promise<Parsed> {
  return parseDocument(kind, Buffer.from(content));
}

test.each<[ReadableKind, string]>([
  ['html', '<div>'.repeat(50_000) + 'x'],
  ['markdown', `${'> '.repeat(20_000)}x`],
])('%s nested too deeply is refused for that, and not as damaged', async (kind, text) => {
  const message = expect.stringMatching(/nested too deeply/);
  await expect(parse(kind, text)).rejects.toMatchObject({ reason: 'too_large', message });
});

describe('each kind becomes pieces', () => {
  test('Markdown: headings, paragraphs, lists with their numbers, table rows with their columns, code', async () => {
    const text =
      '---\ntitle: "Front"\n---\n# A\n\nOne *two*\nthree [four](http://x).\n\n2. b\n   - c\n3. d\n\n| K | V |\n|---|---|\n| x | 1 |\n\n```\ncode\n```\n> said\n';
    const { title, pieces } = await parse('markdown', text);
    expect(title).toBe('Front');
    expect(pieces).toEqual([
      { kind: 'heading', level: 1, text: 'A' },
      { kind: 'paragraph', text: 'One two three four.' },
      ...['2. b', 'c', '3. d'].map((item) => ({ kind: 'list_item', text: item })),
      { kind: 'table_row', text: 'K: x; V: 1' },
      { kind: 'code', text: 'code' },
      { kind: 'paragraph', text: 'said' },
    ]);
  });

  test('HTML: a term begins what explains it', async () => {
    const text =
      '<p>Words<dl><dt>Bay<dd>a place<dd>for a pallet<div><dt>Dock:</dt><dt>Gate</dt><dd><p>where lorries stand<p>at night</dd></div><dt>Yard</dl>end';
    expect((await parse('html', text)).pieces.map((piece) => piece.text)).toEqual([
      ...['Words', 'Bay: a place', 'for a pallet', 'Dock, Gate: where lorries stand', 'at night'],
      ...['Yard', 'end'],
    ]);
  });

  test('HTML: what is read on the page, without scripts, styles and navigation', async () => {
    const text =
      '<title>T &amp; U</title><style>p{}</style><nav>Home</nav><h2>A</h2><p>one <b>two</b><br>three<ul><li>b<ul><li>c</ul></ul><table><tr><th>K<th>V<tr><td>x<td>1</table><script>evil()</script><pre>a\n b</pre>end';
    const { title, pieces } = await parse('html', text);
    expect(title).toBe('T & U');
    expect(pieces).toEqual([
      { kind: 'heading', level: 2, text: 'A' },
      { kind: 'paragraph', text: 'one two three' },
      ...['b', 'c'].map((item) => ({ kind: 'list_item', text: item })),
      { kind: 'table_row', text: 'K: x; V: 1' },
      { kind: 'code', text: 'a\n b' },
      { kind: 'paragraph', text: 'end' },
    ]);
  });

  test('plain text: paragraphs, underlined headings, lists; also in Windows’ own encoding', async () => {
    const bytes = Buffer.from('Gr\xf6\xdfe\n=====\n\none\ntwo\n\n- a\n- b\n(3a) c\n', 'latin1');
    expect((await parse('text', bytes)).pieces).toEqual([
      { kind: 'heading', level: 1, text: 'Größe' },
      { kind: 'paragraph', text: 'one two' },
      ...['- a', '- b', '(3a) c'].map((item) => ({ kind: 'list_item', text: item })),
    ]);
  });

  test('HTML: a table inside another is read once, and a caption is read', async () => {
    const text =
      '<table><caption>Prices</caption><tr><td><h1>Title</h1><p>Hello</p><table><tr><th>A<tr><td>1</table></td></tr></table>';
    expect((await parse('html', text)).pieces).toEqual([
      { kind: 'paragraph', text: 'Prices' },
      { kind: 'heading', level: 1, text: 'Title' },
      { kind: 'paragraph', text: 'Hello' },
      { kind: 'table_row', text: 'A: 1' },
    ]);
  });

  test.each([
    ['title:\nauthor: Bob', undefined],
    ['title: ""\nauthor: Bob', undefined],
    ['author: Bob\nTitle: \'A "b" c\' ', 'A "b" c'],
  ])('Markdown: the title in %j is %j', async (fields, title) => {
    expect((await parse('markdown', `---\n${fields}\n---\n\ntext`)).title).toBe(title);
  });

  test.each<[string, ReadableKind, string, number]>([
    ['a log without a blank line', 'text', 'INFO something happened here\n'.repeat(40_000), 1],
    ['headings without a blank line', 'text', 'a\n===\n'.repeat(15_000), 15_001],
    ['lines parted by <br>', 'html', 'line<br>'.repeat(80_000), 1],
  ])('however long it is: %s', async (_name, kind, text, count) => {
    expect((await parse(kind, text)).pieces).toHaveLength(count);
  });

  test('DOCX: headings by style, lists, table rows', async () => {
    const { pieces } = await parse('docx', await handbook('supplier-onboarding.docx'));
    expect(pieces[0]).toEqual({ kind: 'heading', level: 1, text: 'Supplier onboarding' });
    const text = 'Criterion: Quality; Weight: 40 percent';
    expect(pieces).toContainEqual({ kind: 'table_row', text });
    const list = await parse('docx', await handbook('stocktaking.docx'));
    expect(list.pieces.filter(({ kind }) => kind === 'list_item')).toHaveLength(3);
  });

  test('PDF: pages, headings by size, paragraphs over lines, no running heads', async () => {
    const parsed = await parse('pdf', await handbook('cold-chain-and-shelf-life.pdf'));
    expect(parsed).toMatchObject({ title: 'Cold chain and shelf life', pages: 3 });
    const recalls = { kind: 'heading', level: 2, text: 'Recalls', page: 3 };
    expect(parsed.pieces).toContainEqual(expect.objectContaining(recalls));
    const transport = parsed.pieces.find(({ text }) => text.startsWith('In June'));
    expect(transport).toMatchObject({ page: 2, kind: 'paragraph' });
    expect(transport?.text).toMatch(/temperature logger\. A logger .* reject the delivery\.$/);
    expect(parsed.pieces.filter(({ text }) => text.includes('– page'))).toEqual([]);
  });
});

describe('what stands at the edges of PDF pages', () => {
  /** A page of lines from top to bottom; those that begin with # are set larger. */
  const page = (...lines: string[]) =>
    lines
      .map((text, at) => {
        const size = text.startsWith('#') ? 18 : 11;
        return `BT /F1 ${size} Tf 1 0 0 1 60 ${780 - 60 * at} Tm (${text.replace('#', '')}) Tj ET`;
      })
      .join('\n');
  const textsOf = async (pages: string[]) =>
    (await parse('pdf', pdfOf(pages))).pieces.map(({ text }) => text);

  test('is left out when it repeats around the text', async () => {
    const pages = ['one', 'two', 'three'].map((word, at) =>
      page('Harbour rules', `All about ${word}.`, `More about ${word}.`, `- ${at + 1} -`),
    );
    const words = ['one', 'two', 'three'].map((word) => `All about ${word}. More about ${word}.`);
    expect((await textsOf(pages)).join(' ')).toBe(words.join(' '));
  });

  test('is the text where there is nothing else', async () => {
    const same = 'This page is left blank on purpose.';
    expect(await textsOf([page(same), page(same), page(same)])).toEqual([same, same, same]);
  });

  test('is a heading where its number is what tells it from others', async () => {
    const pages = [1, 2, 3, 4].map((n) => page(`#Article ${n}`, 'Some text of it.', 'And an end.'));
    const articles = (await textsOf(pages)).filter((text) => text.startsWith('Article'));
    expect(articles).toEqual([1, 2, 3, 4].map((n) => `Article ${n}`));
  });
});

test.each([
  ['an entity that names a file', '<!ENTITY x SYSTEM "file:///etc/passwd">', '&x;'],
  ['entities that multiply', '<!ENTITY a "ha"><!ENTITY x "&a;&a;&a;">', '&x;'],
])('a Word document with %s is refused for that', async (_name, declared, text) => {
  const xml = `<?xml version="1.0"?><!DOCTYPE d [${declared}]><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`;
  for (const content of [xml, Buffer.from(`\ufeff${xml}`, 'utf16le')]) {
    const file = zipOf({ 'word/document.xml': content });
    const message = expect.stringMatching(/declares XML entities/);
    await expect(parse('docx', file)).rejects.toMatchObject({ reason: 'unsupported', message });
  }
});

describe('what cannot be read is refused with the reason', () => {
  const secret = `/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${'41'.repeat(32)}> /U <${'42'.repeat(32)}> >> /ID [<41><41>]`;

  const word = (content: string | Buffer, claim?: number) =>
    zipOf({ 'word/document.xml': content }, claim);

  test.each<[string, ReadableKind, () => string | Buffer, string]>([
    ['an encrypted PDF', 'pdf', () => pdfOf(line('hidden'), secret), 'encrypted'],
    ['a PDF of pictures', 'pdf', () => pdfOf(''), 'empty'],
    ['a PDF that breaks off', 'pdf', () => pdfOf(line('x')).subarray(0, 60), 'broken'],
    ['a ZIP that breaks off', 'docx', () => word('x').subarray(0, 40), 'broken'],
    ['a ZIP without a document', 'docx', () => zipOf({ 'x.txt': 'x' }), 'broken'],
    ['a ZIP without a workbook', 'xlsx', () => zipOf({ 'x.txt': 'x' }), 'broken'],
    ['a workbook that unpacks to 250 MB', 'xlsx', () => word(Buffer.alloc(250 * MB)), 'too_large'],
    ['a ZIP that lies about its sizes', 'docx', () => word(Buffer.alloc(5 * MB), 100), 'broken'],
    ['a ZIP that unpacks to 250 MB', 'docx', () => word(Buffer.alloc(250 * MB)), 'too_large'],
  ])('%s', async (_name, kind, content, reason) => {
    const refused = { code: 'invalid_document', reason };
    await expect(parse(kind, content())).rejects.toMatchObject(refused);
  });

  test('a PDF whose stream unpacks to more memory than it may take', async () => {
    const bomb = pdfOf(Buffer.alloc(400 * MB, ' '));
    expect(bomb.length).toBeLessThan(MB);
    const parsed = parseDocument('pdf', bomb, { seconds: 30, memoryMb: 250 });
    await expect(parsed).rejects.toMatchObject({ reason: 'too_large' });
  });

  test('one that takes too long, and one that is cancelled', async () => {
    const long = Buffer.from('# A\n\n- b\n'.repeat(50_000));
    const slow = parseDocument('markdown', long, { seconds: 0.3, memoryMb: 768 });
    await expect(slow).rejects.toMatchObject({ reason: 'too_slow' });
    const controller = new AbortController();
    const cancelled = parseDocument('markdown', long, undefined, controller.signal);
    controller.abort();
    await expect(cancelled).rejects.toMatchObject({ code: 'cancelled' });
  });
});

describe('the kind of a file', () => {
  test.each<[string, string, ReadableKind]>([
    ['a.PDF', '%PDF-1.7', 'pdf'],
    ['a.docx', 'PK\x03\x04', 'docx'],
    ['a.xlsx', 'PK\x03\x04', 'xlsx'],
    ['a.csv', 'a;b', 'csv'],
    ['b.md', '# x', 'markdown'],
    ['c.htm', '<p>', 'html'],
    ['d.txt', '\xff\xfeh\0i\0', 'text'],
  ])('%s', (name, content, kind) =>
    expect(kindOf(name, Buffer.from(content, 'latin1'))).toBe(kind),
  );

  test.each<[string, string, string]>([
    ['a.pdf', '', 'empty'],
    ['a', 'x', 'unsupported'],
    ['a.exe', 'MZ', 'unsupported'],
    ['a.pdf', 'PK\x03\x04', 'unsupported'],
    ['a.docx', '%PDF-1.7', 'unsupported'],
    ['a.docx', '\xd0\xcf\x11\xe0', 'encrypted'],
    ['a.xlsx', '\xd0\xcf\x11\xe0', 'encrypted'],
    ['a.ods', 'a;b', 'unsupported'],
    ['a.txt', '%PDF-1.7', 'unsupported'],
    ['a.txt', 'a\0', 'broken'],
  ])('%s with %j is refused: %s', (name, content, reason) => {
    const refused = expect.objectContaining({ reason });
    expect(() => kindOf(name, Buffer.from(content, 'latin1'))).toThrow(refused);
  });
});
