import { describe, expect, test } from '@jest/globals';
import { zipOf } from '../../../../test/support/files.js';
import { shownNumber } from './cell-format.mjs';
import { parseCsv } from './csv.mjs';
import { parseOds } from './ods.mjs';
import type { Parsed } from './piece.mjs';
import { parseXlsx } from './xlsx.mjs';

/** What was read, a line for each piece. */
const linesOf = ({ pieces }: Parsed) =>
  pieces.map(({ kind, text }) => (kind === 'heading' ? `# ${text}` : text));

const relation = (n: number) => `<Relationship Id="r${n}" Target="/xl/worksheets/sheet${n}.xml"/>`;
const book = (first: string, second = '<row r="1"><c r="A1"><v>1</v></c></row>') => ({
  'xl/workbook.xml': `<x:workbook xmlns:x="m"><x:workbookPr/><x:sheets><x:sheet name="Price &amp; list" r:id="r1"/><x:sheet name="Old" state="veryHidden" r:id="r2"/></x:sheets></x:workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships>${relation(1)}${relation(2)}</Relationships>`,
  'xl/sharedStrings.xml':
    '<sst><si><t>Item</t></si><si><r><t>Pal</t></r><r><t xml:space="preserve">let_x000D_ A</t></r><rPh><t>spoken</t></rPh></si></sst>',
  'xl/styles.xml':
    '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="#,##0.00\\ &quot;€&quot;"/></numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs></styleSheet>',
  'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${first}</sheetData><mergeCells><mergeCell ref="A4:A5"/></mergeCells></worksheet>`,
  'xl/worksheets/sheet2.xml': `<worksheet><sheetData>${second}</sheetData></worksheet>`,
});

test('an Excel workbook: values as shown, each after its heading, with sheet and range; hidden sheets said', async () => {
  const rows = `<row r="1"><c r="A1" t="inlineStr"><is><t>All prices</t></is></c></row>
    <row r="3"><c r="A3" t="s"><v>0</v></c><c r="B3" t="str"><v>From</v></c><c r="C3" t="str"><v>Price</v></c></row>
    <row r="4"><c r="A4" t="s"><v>1</v></c><c r="B4" s="1"><v>46086</v></c><c r="C4" s="2"><f>1+1</f><v>1234.4986</v></c></row>
    <row r="5"><c r="B5" t="e"><v>#N/A</v></c><c r="C5"><f>A1&gt;2</f></c><c r="D5" t="b"><v>1</v></c></row>`;
  expect(linesOf(await parseXlsx(zipOf(book(rows))))).toEqual([
    '# Price & list',
    "'Price & list'!A1 – All prices",
    "'Price & list'!A3:C3 – Item; From; Price",
    "'Price & list'!A4:C4 – Item: Pallet A; From: 2026-03-05; Price: 1234.50 €",
    "'Price & list'!A5:D5 – Item: Pallet A; From: #N/A; Price: =A1>2; TRUE",
    '# Old (hidden sheet)',
    'Old!A1 – 1',
  ]);
});

test('an OpenDocument spreadsheet: the same, and rows that are written once for many', async () => {
  const cell = (text: string, more = '') =>
    `<table:table-cell ${more}><office:annotation><text:p>note</text:p></office:annotation><text:p>${text}</text:p></table:table-cell>`;
  const row = (cells: string, more = '') => `<table:table-row ${more}>${cells}</table:table-row>`;
  const wide = 'table:number-columns-spanned="2"';
  const content = `<d><style:style style:name="h"><style:table-properties table:display="false"/></style:style>
    <table:table table:name="Lager">${row(cell('Ort') + cell('2025', wide) + '<table:covered-table-cell/>')}${row(`${cell('')}${cell('Soll')}${cell('Ist')}`)}
    ${row(cell('Kiel', 'office:value-type="string"') + cell('4,50', 'office:value-type="float" table:number-columns-repeated="2"'), 'table:number-rows-repeated="2"')}
    ${row('<table:table-cell table:number-columns-repeated="16384"/>', 'table:number-rows-repeated="9"')}
    ${row(cell('05.03.26', 'office:value-type="date" office:date-value="2026-03-05"'))}</table:table>
    <table:table table:name="Alt" table:style-name="h">${row(cell('x'))}</table:table></d>`;
  expect(linesOf(await parseOds(zipOf({ 'content.xml': content })))).toEqual([
    ...['# Lager', 'Lager!A1:B1 – Ort; 2025', 'Lager!B2:C2 – Soll; Ist'],
    'Lager!A3:C3 – Ort: Kiel; 2025 Soll: 4,50; 2025 Ist: 4,50',
    'Lager!A4:C4 – Ort: Kiel; 2025 Soll: 4,50; 2025 Ist: 4,50',
    ...['Lager!A14 – Ort: 2026-03-05', '# Alt (hidden sheet)', 'Alt!A1 – x'],
  ]);
  const secret = { 'content.xml': 'x', 'META-INF/manifest.xml': '<m:encryption-data/>' };
  await expect(parseOds(zipOf(secret))).rejects.toMatchObject({ reason: 'encrypted' });
});

describe('separated values', () => {
  const read = (text: string) => linesOf(parseCsv(Buffer.from(text)));

  test.each([
    [
      'commas, quotes and lines in quotes',
      '\ufeffA,B,C\r\n"x, ""y""\nz",2,\r\n',
      'A: x, "y" z; B: 2',
    ],
    ['semicolons, beside commas in quotes', 'A;"B,,,,";C\n1,5;2;3', 'A: 1,5; B,,,,: 2; C: 3'],
    ['tabs', 'A\tB\tC\n1\t\t3', 'A: 1; C: 3'],
    ['no row of headings', '1,2,3\n4,5,6', '4; 5; 6'],
    ['two columns of words, which name nothing', 'Bay,a place\nDock,a gate', 'Dock; a gate'],
  ])('with %s', (_name, text, last) => {
    expect(read(text).at(-1)?.split(' – ')[1]).toBe(last);
  });

  test('another table below an empty row has its own headings', () => {
    const rows = read('A,B,C\n1,2,3\n\nD,E\n4,5\n\nx,y,7');
    expect(rows.slice(3)).toEqual(['A5:B5 – D: 4; E: 5', 'A7:C7 – D: x; E: y; 7']);
  });

  test('of too many rows are refused', () => {
    const refused = expect.objectContaining({ reason: 'too_large' });
    expect(() => read('1\n'.repeat(50_001))).toThrow(refused);
  });
});

test.each([
  ['0.30000000000000004', '', '0.3'],
  ['4006381333931', '', '4006381333931'],
  ['-5', '[$$-409]#,##0.00;[Red]-[$$-409]#,##0.00', '-$5.00'],
  ['0.125', '0.0%', '12.5%'],
  ['1.5', '0.##', '1.5'],
  ['46086.604166666664', 'dd/mm/yyyy hh:mm', '2026-03-05T14:30'],
  ['0.3125', 'h:mm AM/PM', '07:30'],
  ['1.5', '[h]:mm', '36:00'],
  ['59', 'yyyy-mm-dd', '1900-02-28'],
  ['7', '0 "days"', '7 days'],
  ['1e300', 'yyyy', '1e+300'],
])('%s as %j shows %s', (stored, format, shown) => {
  expect(shownNumber(stored, format, false)).toBe(shown);
});
