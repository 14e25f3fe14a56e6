import { readPathKey } from './document/path-key.js';

/** The addresses of the backend's own pages, by path: `{ '/orders/{id}': 'https://shop.example.com/admin/orders/{id}' }`. */
export type PageLinks = Readonly<Record<string, string>>;

/**
 * The page of what an operation is about: that of its path, else of the record that its path lies below; of a list or of
 * what it makes, that of one record. Parameters become the place of their part of the path, `{2}`; what no path tells keeps its name.
 */
export function pageOf(links: PageLinks, pathTemplate: string): string | undefined {
  const parts = partsOf(readPathKey(pathTemplate).path);
  const [best] = Object.keys(links)
    .filter((path) => isAround(partsOf(path), parts))
    .toSorted((one, other) => partsOf(other).length - partsOf(one).length);
  if (best === undefined) return undefined;
  const names = partsOf(best);
  return links[best]?.replaceAll(/\{[^{}]*\}/g, (name) => {
    const at = names.indexOf(name);
    return at < parts.length ? `{${at}}` : name;
  });
}

function isAround(own: readonly string[], parts: readonly string[]): boolean {
  const isOpen = own.length === parts.length + 1 && isParameter(own.at(-1));
  const fits = (part: string, at: number) =>
    at === parts.length || (isParameter(part) ? isParameter(parts[at]) : part === parts[at]);
  return (isOpen || own.length <= parts.length) && own.every(fits);
}

function isParameter(part: string | undefined): boolean {
  return /^\{[^{}]*\}$/.test(part ?? '');
}

/** From the empty part in front of the first slash on. */
function partsOf(path: string): string[] {
  return path.replace(/\/$/, '').split('/');
}
