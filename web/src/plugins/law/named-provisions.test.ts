import { namedProvisions } from './named-provisions.js';

const provision = (id: number, source_id: string, document = 'Harbour Ordinance (Title 12)') => {
  return { id, source_id, document, node_type: 'section', title: 'Berths' };
};
const SPVO = 'Verordnung über die Speicher (Speicherverordnung - SpVO)';
const known = [
  provision(1, '§ 12-1'),
  provision(2, '§ 12-104'),
  provision(3, 'Harbour Ordinance Part 3'),
  provision(4, 'SpVO § 4', SPVO),
  provision(5, 'SpVO § 5', SPVO),
  provision(6, 'MarktO § 5', 'Marktordnung (MarktO)'),
];

/** The text with what it names in angle brackets, and the place in it. */
function marked(text: string): string {
  let shown = '';
  let from = 0;
  for (const { start, end, id, detail } of namedProvisions(text, known)) {
    shown += `${text.slice(from, start)}<${text.slice(start, end)}|${[id, detail].filter(Boolean).join(' ')}>`;
    from = end;
  }
  return shown + text.slice(from);
}

test.each([
  ['§ 12-104 says so (see § 12-1).', '<§ 12-104|2> says so (see <§ 12-1|1>).'],
  ['§ 12-1044 and § 12-104.5 are others', '§ 12-1044 and § 12-104.5 are others'],
  ['after § 12-104(b)(1) it may', 'after <§ 12-104(b)(1)|2 (b)(1)> it may'],
  ['Harbour Ordinance Part 3 says', '<Harbour Ordinance Part 3|3> says'],
  ['SpVO § 4 Abs. 2 Satz 1 gilt', '<SpVO § 4 Abs. 2 Satz 1|4 Abs. 2 Satz 1> gilt'],
  ['nach § 4 Abs. 2 SpVO', 'nach <§ 4 Abs. 2 SpVO|4 Abs. 2>'],
  ['nach § 5 der Speicherverordnung', 'nach <§ 5 der Speicherverordnung|5>'],
  ['nach § 5 allein', 'nach § 5 allein'],
  ['nach § 4 BGB', 'nach § 4 BGB'],
  ['nach § 4', 'nach <§ 4|4>'],
  ['nothing', 'nothing'],
])('in "%s" are named: %s', (text, expected) => expect(marked(text)).toBe(expected));
