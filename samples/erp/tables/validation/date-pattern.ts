/** The tokens of date-fns that make sense in a table. */
const TOKENS = new Set([
  'yyyy', 'yy', 'y', 'MMMM', 'MMM', 'MM', 'M', 'dd', 'd', 'do', 'EEEE', 'EEE', 'EE', 'E', 'HH', 'H', 'hh', 'h',
  'mm', 'm', 'ss', 's', 'SSS', 'a', 'aaa', 'b', 'bbb', 'QQQ', 'Q', 'ww', 'w', 'I', 'II', 'RRRR', 'xxx', 'XXX', 'X', 'P', 'PP', 'PPP', 'PPPP',
  'p', 'pp', 'Pp', 'PPp', 'PPPp', 'PPpp',
]); // prettier-ignore

/** What is wrong with a pattern of date-fns tokens; nothing when it is right. */
export function patternProblem(pattern: string): string | undefined {
  if (pattern.split("'").length % 2 === 0)
    return `'${pattern}' opens a quote and does not close it`;
  const bare = pattern.replace(/'[^']*'/g, '');
  if (/\d/.test(bare)) {
    return `'${pattern}' looks like an example date; write date-fns tokens instead, such as yyyy-MM-dd HH:mm`;
  }
  const words = bare.match(/[A-Za-z]+/g) ?? [];
  if (words.length === 0) return `'${pattern}' has no date-fns token; write for example yyyy-MM-dd`;
  const unknown = words.find((word) => !isTokens(word));
  if (unknown === undefined) return undefined;
  const hint = /^(YYYY|YY|DD|D)$/.test(unknown) ? ' (date-fns writes yyyy and dd)' : '';
  return `'${unknown}' is not a date-fns token${hint}; use for example yyyy, MM, dd, HH, mm, and put plain words in single quotes`;
}

/** Tokens may stand side by side: `yyyyMMdd`. */
function isTokens(word: string): boolean {
  if (TOKENS.has(word)) return true;
  const runs = word.match(/do|([A-Za-z])\1*/g) ?? [];
  return runs.every((run) => TOKENS.has(run));
}
