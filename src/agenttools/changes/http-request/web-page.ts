import { isNumber } from '../../../foundation/exact-number.js';
import { isObject, ownValue, valueAt, type JsonObject } from '../../../foundation/json.js';
import { percentDecoded } from '../../../foundation/parse-url.js';
import { referencesIn } from '../references.js';
import { listPlace } from './bulk-change.js';
import { identifyingFields } from './envelope.js';

/** What is left once the parts of the path are filled in. */
const OPEN = /\{([^{}]+)\}/;
const OWN_PAGES = ['html_url', 'web_url'];

/**
 * The backend's own page of what a request is sent to or has made: by the operator's `links`, else as the object itself
 * tells it. `page`: an address with `{2}` for the second part of the path and `{id}` for what only the object tells.
 */
export function webPageOf(
  page: string | undefined,
  path: string,
  object: unknown,
): string | undefined {
  const known: JsonObject = isObject(object) ? object : {};
  const filled = page === undefined ? undefined : filledPage(page, path);
  const [open, parameter = ''] = OPEN.exec(filled ?? '') ?? [];
  if (filled !== undefined && open === undefined) return filled;
  const id = idIn(known, parameter);
  if (open !== undefined && id !== undefined)
    return filled?.replace(open, () => encodeURIComponent(String(known[id])));
  return OWN_PAGES.map((name) => ownValue(known, name)).find(isWebAddress);
}

/** The same of what a read answered; of a list `{id}` is left for the field of each row. */
export function webPageOfAnswer(
  page: string | undefined,
  path: string,
  answer: unknown,
): string | undefined {
  const filled = page === undefined ? undefined : filledPage(page, path);
  const [open, parameter = ''] = OPEN.exec(filled ?? '') ?? [];
  if (open === undefined) return filled;
  const shown = isObject(answer) && Object.hasOwn(answer, 'note') ? answer['answer'] : answer;
  const place = listPlace(shown);
  const rows = place === undefined ? undefined : valueAt(shown, place);
  const [first] = Array.isArray(rows) ? (rows as unknown[]) : [];
  const field = isObject(first) ? idIn(first, parameter) : undefined;
  return field === undefined ? undefined : filled?.replace(open, () => `{${field}}`);
}

/** With the parts of the path that was sent; undefined where one of them is only made by an earlier change. */
function filledPage(page: string, path: string): string | undefined {
  if (referencesIn(path).length > 0) return undefined;
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

function isWebAddress(value: unknown): value is string {
  return typeof value === 'string' && /^https?:\/\//.test(value) && value.length <= 500;
}
