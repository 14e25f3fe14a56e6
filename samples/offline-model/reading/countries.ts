const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const codes = letters.flatMap((a) => letters.map((b) => a + b));
/** Codes withdrawn or reserved share a name with the one in force: FX with FR, UK with GB. */
const inForce = codes.filter((code) => new Intl.Locale(`und-${code}`).region === code);
const byName = new Map(inForce.map((code) => [regions.of(code)?.toLowerCase(), code]));

/** The code of a country by its English name: `Germany` → DE. */
export function countryCode(name: string): string | undefined {
  return byName.get(name.toLowerCase());
}

/** The English name of a country by its code. */
export function countryName(code: string): string | undefined {
  return /^[A-Z]{2}$/.test(code) ? regions.of(code) : undefined;
}
