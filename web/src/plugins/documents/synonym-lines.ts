/** Groups of words that searches take for each other. */
export type SynonymGroups = readonly (readonly string[])[];

/** Groups as they are written: one a line, words apart by commas. */
export function linesOf(groups: SynonymGroups): string {
  return groups.map((group) => group.join(', ')).join('\n');
}

/** The groups of a text, and the number of the first line with a single word, from 1. */
export function groupsIn(text: string): { groups: string[][]; singleIn?: number } {
  const lines = text.split('\n').map((line) => [
    ...new Set(
      line
        .split(',')
        .map((word) => word.trim())
        .filter((word) => word !== ''),
    ),
  ]);
  const single = lines.findIndex(({ length }) => length === 1);
  const groups = lines.filter(({ length }) => length > 0);
  return single < 0 ? { groups } : { groups, singleIn: single + 1 };
}
