import type { WantedCall } from '../../../../samples/offline-model/kit.js';

/** What a question asks of the user's own cases, deadlines and documents. */
export type OwnQuestion =
  | { wants: 'lists'; calls: readonly WantedCall[] }
  /** Something is to be written down or changed, which no tool here can. */
  | { wants: 'write' };

/** Reads a question; undefined for one about the law. */
export function ownQuestion(text: string): OwnQuestion | undefined {
  const number = /\b(?:[A-Z]{1,5}|[a-z]{1,3})-\d{2,6}\b(?!-)/.exec(text)?.[0];
  const isOwn = number !== undefined || asksCases.test(text) || asksDeadlines.test(text);
  if (/§/.test(text)) return undefined;
  if (writes.test(text) && (number !== undefined || /\b(?:deadline|case|frist|fall)\b/i.test(text)))
    return { wants: 'write' };
  const calls: WantedCall[] = [];
  const ofCase = number === undefined ? {} : { case_number: number.toUpperCase() };
  const within = isOwn ? daysIn(text) : {};
  const isDue = asksDeadlines.test(text) || (number !== undefined && asksTodo.test(text));
  if (isDue) calls.push({ name: 'get_deadlines', arguments: { ...ofCase, ...within } });
  else if (number !== undefined)
    calls.push({ name: 'get_cases', arguments: { search: number.toUpperCase() } });
  else if (asksCases.test(text)) calls.push({ name: 'get_cases', arguments: statusIn(text) });
  if (asksDocuments.test(text)) calls.push({ name: 'get_documents', arguments: {} });
  return calls.length === 0 ? undefined : { wants: 'lists', calls };
}

// "due" and "Frist" alone are words of the law itself: "Is the fee due …?", "Welche Frist gilt für …?"
const asksDeadlines =
  /\b(?:my|our|which|what|next|all|the|any|list|show|upcoming) (?:\w+ ){0,2}deadlines\b|\b(?:what|anything|something|nothing|which \w+)(?:'s| is| are)? (?:\w+ )?(?:due|overdue|coming up)\b|\boverdue\b|\b(?:my|next) deadline\b|\b(?:meine|unsere|welche|alle|nächsten?|offenen?|die) (?:\p{L}+ ){0,2}(?:fristen|termine)\b|\bwas ist (?:\p{L}+ ){0,2}fällig\b|\büberfällig\b/iu;
const asksTodo =
  /\b(?:to be done|to do|left|due|deadlines?|next|zu tun|fällig|fristen?|termine?)\b/i;
const asksCases =
  /(?<!\bin )\b(?:my|our|open|closed|all|which|list|show) (?:\w+ ){0,2}cases\b|\b(?:meine|offenen?|welche|alle|geschlossenen?) (?:\p{L}+ ){0,2}fälle\b/iu;
const asksDocuments =
  /\b(?:which|what|list|show)\b.{0,20}\b(?:documents|files)\b(?!.{0,120}\bsay)|\bwelche (?:dokumente|unterlagen)\b/i;
const writes =
  /^(?:please |could you |can you |bitte )?(?:add|create|enter|note|put|set|move|change|rename|delete|remove|close|mark|file|open a|postpone|extend|trage?|lege?|ändere?|lösche?|schließe?|verschiebe?|erstelle?)\b/i;

/** The days that words of time stand for; overdue is what is due until today. */
function daysIn(text: string): { within_days?: number } {
  const counted =
    /\b(\d{1,4}|two|three|four|zwei|drei|vier) (days?|weeks?|months?|tagen?|wochen?|monaten?)\b/i;
  const [, count = '', unit = ''] = counted.exec(text) ?? [];
  if (count !== '') {
    const days = /^w/i.test(unit) ? 7 : /^m/i.test(unit) ? 31 : 1;
    return { within_days: Math.min(3650, (WORDS[count.toLowerCase()] ?? Number(count)) * days) };
  }
  const known = PERIODS.find(([words]) => words.test(text));
  return known === undefined ? {} : { within_days: known[1] };
}

const WORDS: Readonly<Record<string, number>> = {
  ...{ two: 2, three: 3, four: 4 },
  ...{ zwei: 2, drei: 3, vier: 4 },
};

const PERIODS: readonly (readonly [RegExp, number])[] = [
  [/\b(?:overdue|missed|miss|today|überfällig|versäumt|heute)\b/iu, 0],
  [/\b(?:tomorrow|morgen)\b/i, 1],
  [/\b(?:this week|diese woche|dieser woche)\b/i, 7],
  [/\b(?:next week|nächste woche|nächster woche)\b/iu, 14],
  [/\b(?:this month|diesen monat|diesem monat)\b/i, 31],
];

function statusIn(text: string): { status?: 'open' | 'closed' } {
  if (/\b(?:open|offene?n?|offen)\b/i.test(text)) return { status: 'open' };
  return /\b(?:closed|geschlossene?n?|geschlossen|abgeschlossene?n?)\b/i.test(text)
    ? { status: 'closed' }
    : {};
}
