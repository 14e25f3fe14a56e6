const ISO =
  /^(?!0000)\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(?:[T ]([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,6})?)?(Z|[+-][01]\d:?[0-5]\d)?)?$/;

/** Reads an ISO-8601 day or instant; without a zone it is UTC. `undefined` when it is none. */
export function parseInstant(text: string): Date | undefined {
  const found = ISO.exec(text);
  if (found === null) return undefined;
  const withTime = found[3] !== undefined;
  const withZone = found[4] !== undefined;
  const date = new Date(withTime && !withZone ? `${text.replace(' ', 'T')}Z` : text);
  return Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9999 ? undefined : date;
}
