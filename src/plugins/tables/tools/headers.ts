/** Parts of a column's name that are written in capitals in a heading. */
const CAPITALS = new Set(['id', 'sku', 'vat', 'url', 'po', 'iban', 'gtin', 'ean']);

/** A column's heading from its name: `unit_price` → `Unit Price`, `customer_id` → `Customer ID`. */
export function headerOf(name: string): string {
  return name
    .split(/[_\s.]+/)
    .filter((word) => word !== '')
    .map((word) => (CAPITALS.has(word.toLowerCase()) ? word.toUpperCase() : capital(word)))
    .join(' ');
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
