import { markOf } from './passage.js';

/**
 * The lines that a list item continues, as positions: the words before its list, and the item above it where its
 * list stands in another item. Empty for a line that is no item, or whose list begins the text.
 */
export function openingOf(lines: readonly string[], at: number): number[] {
  let { style } = markOf(lines[at] ?? '');
  // "(1)" begins a provision's paragraph, which stands for itself.
  if (style === '' || style === '(1)') return [];
  const found: number[] = [];
  for (let before = at - 1; before >= 0; before -= 1) {
    const line = lines[before] ?? '';
    const other = markOf(line).style;
    if (other === '' && !opensList(line)) {
      if (goesOn(line)) continue;
      return [];
    }
    if (other === style || isDeeper(other, style)) continue;
    found.unshift(before);
    if (other === '' || other === '(1)') return found;
    style = other;
  }
  return found;
}

/** Words that a list continues: they end no sentence. */
export function opensList(line: string): boolean {
  return !/[.!?;]["“”)\]]?\s{0,3}$/.test(line.slice(-6)) && !goesOn(line);
}

/** What goes on behind a list begins small: "…, zuwiderhandelt,". */
function goesOn(line: string): boolean {
  return /^\s*\p{Ll}/u.test(line.slice(0, 20)) && markOf(line).style === '';
}

const DEPTH = ['', '(1)', '(a)', '1.', 'a)', 'aa)'];

function isDeeper(style: string, than: string): boolean {
  return DEPTH.indexOf(style) > DEPTH.indexOf(than);
}
