/** As many whole lines as fit into `budget` characters, and a note when that is not all of them. */
export function fitLines(text: string, budget: number): { text: string; note?: string } {
  if (text.length <= budget) return { text };
  const end = text.lastIndexOf('\n', budget);
  const shown = end > 0 ? text.slice(0, end) : '';
  const all = countLines(text);
  const lines = shown === '' ? 0 : countLines(shown);
  return { text: shown, note: `Shown are the first ${lines} of ${all} lines.` };
}

function countLines(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return text.endsWith('\n') ? lines - 1 : lines;
}
