import { utils, write, type WorkSheet } from '@e965/xlsx';
import { zipOf } from '../../../../test/support/files.js';
import type { Parsed } from './piece.mjs';
import { parseCsv, parseWorkbook } from './spreadsheet.mjs';

const linesOf = ({ pieces }: Parsed) =>
  pieces.map(({ kind, text }) => (kind === 'heading' ? `# ${text}` : text));

function workbook(): Buffer {
  const book = utils.book_new(prices, 'Price & list');
  utils.book_append_sheet(book, utils.aoa_to_sheet([[1]]), 'Old');
  book.Workbook = { Sheets: [{ Hidden: 0 }, { Hidden: 2 }] };
  return write(book, { type: 'buffer' }) as Buffer;
}

const prices: WorkSheet = {
  ...utils.aoa_to_sheet([['All prices'], [], ['Item', 'From', 'Price'], ['Pallet A'], [null]]),
  '!ref': 'A1:D5',
  '!merges': [utils.decode_range('A4:A5')],
  B4: { t: 'n', v: 46086.604166666664, z: 'dd/mm/yyyy hh:mm' },
  C4: { t: 'n', v: 1234.4986, z: '#,##0.00\\ "€"', f: '1+1' },
  B5: { t: 'n', v: 46086, z: 'd.m.yy' },
  C5: { t: 'n', v: 0.125, z: '0.0%' },
  D5: { t: 'b', v: true },
};

test('an Excel workbook: values as shown, each after its heading, with sheet and range; hidden sheets said', async () =>
  expect(linesOf(await parseWorkbook(workbook()))).toEqual([
    '# Price & list',
    "'Price & list'!A1 – All prices",
    "'Price & list'!A3:C3 – Item; From; Price",
    "'Price & list'!A4:C4 – Item: Pallet A; From: 2026-03-05T14:30; Price: 1,234.50 €",
    "'Price & list'!A5:D5 – Item: Pallet A; From: 2026-03-05; Price: 12.5%; TRUE",
    '# Old (hidden sheet)',
    'Old!A1 – 1',
  ]));

test('an OpenDocument spreadsheet: the same, and rows that are written once for many', async () => {
  const cell = (text: string, more = '') =>
    `<table:table-cell ${more}><office:annotation><text:p>note</text:p></office:annotation><text:p>${text}</text:p></table:table-cell>`;
  const row = (cells: string, more = '') => `<table:table-row ${more}>${cells}</table:table-row>`;
  const wide = 'table:number-columns-spanned="2"';
  const sheet = `<table:table table:name="Lager &amp; Hof">${row(cell('Ort') + cell('2025', wide) + '<table:covered-table-cell/>')}${row(`${cell('')}${cell('Soll')}${cell('Ist')}`)}
    ${row(cell('Kiel', 'office:value-type="string"') + cell('4,50 €', 'office:value-type="currency" office:value="4.5" table:number-columns-repeated="2"'), 'table:number-rows-repeated="2"')}
    ${row('<table:table-cell table:number-columns-repeated="16384"/>', 'table:number-rows-repeated="9"')}
    ${row(cell('05.03.26', 'office:value-type="date" office:date-value="2026-03-05"'))}</table:table>`;
  const files = {
    'META-INF/manifest.xml': '<manifest:manifest/>',
    'styles.xml': '<office:document-styles/>',
    'content.xml': `<?xml version="1.0"?><office:document-content><office:body><office:spreadsheet>${sheet}</office:spreadsheet></office:body></office:document-content>`,
  };
  expect(linesOf(await parseWorkbook(zipOf(files)))).toEqual([
    ...['# Lager & Hof', "'Lager & Hof'!A1:B1 – Ort; 2025", "'Lager & Hof'!B2:C2 – Soll; Ist"],
    "'Lager & Hof'!A3:C3 – Ort: Kiel; 2025 Soll: 4,50 €; 2025 Ist: 4,50 €",
    "'Lager & Hof'!A4:C4 – Ort: Kiel; 2025 Soll: 4,50 €; 2025 Ist: 4,50 €",
    "'Lager & Hof'!A14 – Ort: 2026-03-05",
  ]);
});

test('a workbook with a password is refused', async () => {
  const secret = { 'content.xml': 'x', 'META-INF/manifest.xml': '<m:encryption-data/>' };
  await expect(parseWorkbook(zipOf(secret))).rejects.toMatchObject({ reason: 'encrypted' });
});

describe('separated values', () => {
  const read = (text: string) => linesOf(parseCsv(Buffer.from(text)));

  const lines = '\ufeffA,B,C\r\n"x, ""y""\nz",2,\r\n';
  test.each([
    ['commas, quotes and lines in quotes', lines, 'A: x, "y" z; B: 2'],
    ['semicolons, beside commas in quotes', 'A;"B,,,,";C\n1,5;2;3', 'A: 1,5; B,,,,: 2; C: 3'],
    ['tabs', 'A\tB\tC\n1\t\t3', 'A: 1; C: 3'],
    ['no row of headings', '1,2,3\n4,5,6', '4; 5; 6'],
    ['two columns of words, which name nothing', 'Bay,a place\nDock,a gate', 'Dock; a gate'],
  ])('with %s', (_name, text, last) => expect(read(text).at(-1)?.split(' – ')[1]).toBe(last));

  test('another table below an empty row has its own headings', () => {
    const rows = read('A,B,C\n1,2,3\n\nD,E\n4,5\n\nx,y,7');
    expect(rows.slice(3)).toEqual(['A5:B5 – D: 4; E: 5', 'A7:C7 – D: x; E: y; 7']);
  });

  test('of too many rows are refused', () => {
    const refused = expect.objectContaining({ reason: 'too_large' });
    expect(() => read('1\n'.repeat(50_001))).toThrow(refused);
  });
});
