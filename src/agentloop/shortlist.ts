import type { Catalog } from '../agenttools/catalog.js';

/** So many candidates behind the offered tools: of 1,200 operations the needed one is hardly ever further down. */
export const SHORTLIST_SIZE = 44;

/** Some 500 tokens. */
const MAX_CHARS = 2000;
const MAX_TITLE = 60;

/** The candidates as lines of name and title, as many as there is room for; empty without any. */
export function shortlistText(names: readonly string[], catalog: Pick<Catalog, 'find'>): string {
  const lines: string[] = [];
  let chars = 0;
  for (const name of names) {
    const title = catalog.find(name)?.tool.title ?? '';
    const line = title === '' ? name : `${name}: ${title.slice(0, MAX_TITLE)}`;
    chars += line.length + 1;
    if (chars > MAX_CHARS) break;
    lines.push(line);
  }
  return lines.join('\n');
}
