export interface DateParts {
  year?: number | undefined;
  month: number;
  day?: number | undefined;
}

/** The names of months that are read, as they are written; short ones of the others are words of English. */
const LOCALES = { long: ['en', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'pt'], short: ['en', 'de'] };

const months = monthNames();
const NAME = [...months.keys()].sort((a, b) => b.length - a.length).join('|');
/** "3. März 2024", "3rd of March 2024", "3 mars"; "March 3, 2024", "March 2024". */
const NAMED = new RegExp(
  String.raw`(?<![\p{L}\p{N}.])(?:(\d{1,2})(?:\.|\p{L}{2}|º)?\s(?:\p{L}{2}\s)?)?(${NAME})\.?(?:\s(\d{1,2})(?:\p{L}{2})?(?!\d))?(?:,?\s(?:\p{L}{2}\s)?(\d{4}))?(?![\p{L}\p{N}])`,
  'gu',
);
const NUMERIC =
  /(?<![\d.\-/])(?:(\d{4})-(\d{1,2})-(\d{1,2})|(\d{1,2})([./])\s?(\d{1,2})\5\s?(\d{4}))(?![\d/-])/g;

export function datesIn(text: string): { text: string; start: number; readings: DateParts[] }[] {
  const named = [...text.matchAll(NAMED)].map((found) => {
    const [said, before, name = '', after = before, year] = found;
    const readings = [dateOf(year, String(months.get(name)), after)];
    return { text: said, start: found.index, readings: after || year ? readings : [] };
  });
  const numeric = [...text.matchAll(NUMERIC)].map((found) => {
    const [said, isoYear, isoMonth, isoDay, first, , second, year] = found;
    const ways = [dateOf(year, second, first), dateOf(year, first, second)];
    const readings = isoYear === undefined ? ways : [dateOf(isoYear, isoMonth, isoDay)];
    const isDate = ({ month, day = 0 }: DateParts) => month >= 1 && month <= 12 && day <= 31;
    return { text: said, start: found.index, readings: readings.filter(isDate) };
  });
  return [...named, ...numeric].filter(({ readings }) => readings.length > 0);
}

function dateOf(year?: string, month?: string, day?: string): DateParts {
  const read = (part?: string) => (part === undefined ? undefined : Number(part));
  return { year: read(year), month: Number(month), day: read(day) };
}

function monthNames(): Map<string, number> {
  const names = new Map<string, number>();
  for (const [month, locales] of Object.entries(LOCALES) as ['long' | 'short', string[]][]) {
    for (const locale of locales) {
      // Languages that inflect have the form of dates beside a day.
      const format = new Intl.DateTimeFormat(locale, { month, day: 'numeric', timeZone: 'UTC' });
      for (let at = 0; at < 12; at += 1) {
        const parts = format.formatToParts(Date.UTC(2024, at, 1));
        const name = parts.find(({ type }) => type === 'month')?.value.replace(/\.$/, '') ?? '';
        for (const form of [name, name.charAt(0).toUpperCase() + name.slice(1)])
          if (!names.has(form)) names.set(form, at + 1);
      }
    }
  }
  return names;
}
