import { defined } from '../../../foundation/defined.js';
import type { JsonObject } from '../../../foundation/json.js';
import type { OutsideSource } from './outside-source.js';
import type { OutsideSources } from './outside-sources.js';

/** Something that was found outside. */
export interface OutsideFinding {
  title: string;
  /** http or https; absent where the service names no address. */
  url?: string;
  text?: string;
  date?: string;
}

/** A service outside that needs nothing but words to search by. */
export interface OutsideLookup {
  /** As people know it. */
  service: string;
  /** The best first. Rejects with an `AppError`: `tool_failed`, or `cancelled`. */
  search(query: string, limit: number, signal: AbortSignal): Promise<OutsideFinding[]>;
}

/** The configured services that can be searched by words alone. */
export function outsideLookups({
  serpApi,
  openAlex,
  govInfo,
  courtListener,
}: OutsideSources): OutsideLookup[] {
  return [
    ...lookup('SerpAPI', serpApi),
    ...lookup('OpenAlex', openAlex),
    ...lookup('GovInfo', govInfo),
    ...lookup('CourtListener', courtListener),
  ];
}

function lookup(
  service: string,
  source: OutsideSource<{ query: string; limit: number }> | undefined,
): OutsideLookup[] {
  if (source === undefined) return [];
  const search: OutsideLookup['search'] = async (query, limit, signal) => {
    const { items } = await source({ query, limit }, signal);
    return items.flatMap(toFinding);
  };
  return [{ service, search }];
}

/** Each service has its own names for what it found. */
function toFinding(item: JsonObject): OutsideFinding[] {
  const first = (...names: readonly string[]) => {
    const value = names.map((name) => item[name]).find((each) => each !== undefined);
    return typeof value === 'number'
      ? String(value)
      : typeof value === 'string'
        ? value
        : undefined;
  };
  const title = first('title', 'case_name', 'url');
  if (title === undefined) return [];
  const found = {
    url: first('url'),
    text: first('snippet', 'abstract', 'text'),
    date: first('date', 'date_filed', 'date_issued', 'year'),
  };
  return [{ title, ...defined(found) }];
}
