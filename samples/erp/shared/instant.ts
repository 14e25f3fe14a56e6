const ISO =
  /^(?!0000)(\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))(?:[T ]((?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.(\d{1,6}))?)?)(Z|[+-][01]\d:?[0-5]\d)?)?$/;

/** Reads an ISO-8601 day or instant; without a zone it is UTC. `undefined` when it is none, or its day is in no calendar. */
export function parseInstant(text: string): Date | undefined {
  const [, day, time = '00:00', , zone = 'Z'] = ISO.exec(text) ?? [];
  if (day === undefined || !isInCalendar(day)) return undefined;
  const date = new Date(`${day}T${time}${zone}`);
  const year = date.getUTCFullYear();
  return year >= 1 && year <= 9999 ? date : undefined;
}

/** The same as text in UTC, with the microseconds that a `Date` has no room for. */
export function exactInstant(text: string): string | undefined {
  const microseconds = ISO.exec(text)?.[3]?.slice(3) ?? '';
  return parseInstant(text)?.toISOString().replace('Z', `${microseconds}Z`);
}

/** `Date` takes the 31st of every month and counts on into the next one. */
function isInCalendar(day: string): boolean {
  const date = new Date(`${day}T00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

export const DAY_MS = 86_400_000;

/** When the UTC day of an instant starts, in milliseconds since 1970. */
export function startOfDay(instant: Date): number {
  return Math.floor(instant.getTime() / DAY_MS) * DAY_MS;
}
