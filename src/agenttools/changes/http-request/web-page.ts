import { isNumber } from '../../../foundation/exact-number.js';
import {
  isObject,
  ownValue,
  valueAt,
  type JsonObject,
  asObject,
  asList,
} from '../../../foundation/json.js';
import { percentDecoded } from '../../../foundation/parse-url.js';
import { referencesIn } from '../references.js';
import { readPathKey } from '../../sources/openapi/document/path-key.js';
import { listPlace } from './known-state.js';
import { identifyingFields } from './envelope.js';

const OPEN = /\{([^{}]+)\}/;
const OWN_PAGES = ['html_url', 'web_url'];

/** The backend's own page: by the operator's `links`, else as the object tells. `page`: `{2}` for a part of the path, `{id}` for the object's. */
export function webPageOf(
  page: string | undefined,
  path: string,
  object: unknown,
): string | undefined {
  const known = asObject(object);
  const filled = filledPage(page, path);
  const [open, parameter = ''] = OPEN.exec(filled ?? '') ?? [];
  if (filled !== undefined && open === undefined) return filled;
  const id = idIn(known, parameter);
  if (open !== undefined && id !== undefined)
    return filled?.replace(open, () => encodeURIComponent(String(known[id])));
  const own = OWN_PAGES.map((name) => ownValue(known, name));
  const texts = own.filter((value) => typeof value === 'string');
  return texts.find((text) => /^https?:\/\//.test(text) && text.length <= 500);
}

/** The same of what a read answered; of a list `{id}` is left for the field of each row. */
export function webPageOfAnswer(
  page: string | undefined,
  path: string,
  answer: unknown,
): string | undefined {
  const filled = filledPage(page, path);
  const [open, parameter = ''] = OPEN.exec(filled ?? '') ?? [];
  if (open === undefined) return filled;
  const shown = isObject(answer) && Object.hasOwn(answer, 'note') ? answer['answer'] : answer;
  const place = listPlace(shown);
  const rows = place === undefined ? undefined : valueAt(shown, place);
  const [first] = asList(rows);
  const field = isObject(first) ? idIn(first, parameter) : undefined;
  return field === undefined ? undefined : filled?.replace(open, () => `{${field}}`);
}

/** With the parts of the path that was sent; undefined where one of them is only made by an earlier change. */
function filledPage(page: string | undefined, path: string): string | undefined {
  if (page === undefined || referencesIn(path).length > 0) return undefined;
  const parts = path.split('/');
  return page.replaceAll(/\{(\d+)\}/g, (_, at: string) =>
    encodeURIComponent(percentDecoded(parts[Number(at)] ?? '')),
  );
}

function idIn(object: JsonObject, parameter: string): string | undefined {
  return identifyingFields(parameter).find((name) => {
    const value = ownValue(object, name);
    return (typeof value === 'string' && value !== '') || isNumber(value);
  });
}

/** The addresses of the backend's own pages, by path: `{ '/orders/{id}': 'https://shop.example.com/admin/orders/{id}' }`. */
export type PageLinks = Readonly<Record<string, string>>;

/** The page for a path, else of the record it lies below; of a list, that of one record. Parameters become `{2}`, their place. */
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
