import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { holds } from '../../test/support/property.js';
import { askedReferences } from './asked-references.js';

/** Each as "kind number | detail | document", parts with their unit. */
function asked(text: string): string[] {
  return askedReferences(text).map(({ kind, unit, number, detail, document }) =>
    [`${unit ?? kind} ${number}`, detail ?? '', document ?? ''].join(' | ').replace(/( \| )+$/, ''),
  );
}

it.each<[string, string[]]>([
  ['§78 StrlSchG', ['section 78 |  | StrlSchG']],
  ['Was sagt Paragraph 78 StrlSchG?', ['section 78 |  | StrlSchG']],
  ['paragraf 78 abs. 2 satz 1', ['section 78 | Abs. 2 Satz 1']],
  ['§ 78 abs 2 s. 1 nr 3 StrlSchG', ['section 78 | Abs. 2 S. 1 Nr. 3 | StrlSchG']],
  ['§§ 78 ff. StrlSchG', ['section 78 | ff. | StrlSchG']],
  ['§ 78 f. StrlSchG', ['section 78 | f. | StrlSchG']],
  ['§§ 78-80 StrlSchG', ['78', '79', '80'].map((n) => `section ${n} |  | StrlSchG`)],
  ['anlage 4 StrlSchV', ['annex 4 |  | StrlSchV']],
  ['Anlage 4 zur Strahlenschutzverordnung', ['annex 4']],
  ['artikel 3 absatz 1', ['article 3 | Absatz 1']],
  ['sec 12-104', ['section 12-104']],
  ['Art 5', ['article 5']],
  ['What does 12-104 say?', ['section 12-104']],
  ['12-104(b)', ['section 12-104 | (b)']],
  ['teil 2 kapitel 1', ['Teil 2 | Kapitel 1']],
  ['§§78ff. StrlSchG', ['section 78 | ff. | StrlSchG']],
  ['§ 78f StrlSchG', ['section 78f |  | StrlSchG']],
  ['§ 78 abs 1 s 2 nr 3 lit b', ['section 78 | Abs. 1 S. 2 Nr. 3 lit. b']],
  ['§ 78 II StrlSchG', ['section 78 | Abs. 2 | StrlSchG']],
  ['§ 78 II 1 Nr. 3 StrlSchG', ['section 78 | Abs. 2 Satz 1 Nr. 3 | StrlSchG']],
  ['Art. 6 Abs. 1 lit. f DSGVO', ['article 6 | Abs. 1 lit. f | DSGVO']],
  ['art 6 abs 1 lit f', ['article 6 | Abs. 1 lit. f']],
  ['§ 12-301 (a) of the Harbour Ordinance', ['section 12-301 | (a) | Harbour Ordinance']],
  ['§§ 12-301 et seq.', ['section 12-301']],
  ['12-301 to 12-303', ['301', '302', '303'].map((n) => `section 12-${n}`)],
  ['section 3 of ordinance no. 34', ['section 3 |  | Ordinance No. 34']],
  ['Va. Code § 2.2-3704(B)(4)', ['section 2.2-3704 | (B)(4) | Va. Code']],
  ['Annex A of the Hazardous Goods Ordinance', ['annex A |  | Hazardous Goods Ordinance']],
  // What only looks like a number of a law.
  ['Was geschah am 2024-05-03?', []],
  ['call 030-1234567', []],
  ['paragraphs about fees', []],
  ['Which paragraph has 3 sentences?', []],
  ['open for 10-15 days, 100-200 EUR', []],
  ['20 Millisievert im Kalenderjahr', []],
])('reads %s', (text, expected) => expect(asked(text)).toEqual(expected));

it('takes time that grows with the text only', async () => {
  const pieces = fc.constantFrom(...'§ |Abs. |nr |12-|1| |paragraph |ff|(|G'.split('|'));
  await holds(
    [fc.array(pieces, { maxLength: 40 }), fc.integer({ min: 1, max: 300 })],
    { numRuns: 40, seed: 21 },
    (one, n) => {
      expect(askedReferences(one.join('').repeat(n)).length).toBeLessThan(30_000);
    },
  );
});
