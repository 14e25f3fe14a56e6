const NAME_AND_NUMBER = /^\s*(?:(\d{1,4}[a-z]?)\s[^\d§]{2,80}|[^\d§]{2,80}\s(\d{1,4}[a-z]?))\s*$/u;

/** The number in "70 StrlSchG" and "strlschg 70": a text that may be a law's name and a number, and nothing else. */
export function numberBesideName(text: string): string | undefined {
  const [, before, behind] = NAME_AND_NUMBER.exec(text) ?? [];
  return before ?? behind;
}
