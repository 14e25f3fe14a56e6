/** What is asked of a catalogue. */
interface Titles {
  find(name: string): { tool: { title?: string } } | undefined;
}

/** So many candidates behind the offered tools, as far as their names have room. */
export const SHORTLIST_SIZE = 100;

/** Some 500 tokens. */
const MAX_CHARS = 2000;
const MAX_TITLE = 60;

/**
 * The candidates as lines of names, as many as there is room for; where there is room beside them, the best with their
 * titles. A name more finds more than a title does, as names mostly tell what a tool does. Empty without any.
 */
export function shortlistText(names: readonly string[], catalog: Titles): string {
  let room = MAX_CHARS;
  const cost = ({ length }: string): boolean => (room -= length) >= 0;
  const listed = names.slice(0, SHORTLIST_SIZE);
  const end = listed.findIndex((name) => !cost(`${name}\n`));
  const told = end < 0 ? listed : listed.slice(0, end);
  if (end >= 0) return told.join('\n');
  const titles = told.map((name) => titleOf(name, catalog));
  const untitled = titles.findIndex((title) => !cost(title));
  const titled = untitled < 0 ? told.length : untitled;
  return told.map((name, at) => (at < titled ? `${name}${titles[at]}` : name)).join('\n');
}

function titleOf(name: string, catalog: Titles): string {
  const title = catalog.find(name)?.tool.title ?? '';
  return title === '' ? '' : `: ${title.slice(0, MAX_TITLE)}`;
}
