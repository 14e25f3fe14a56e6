import { createCourtListener, type OpinionQuestion } from './court-listener.js';
import { createGovInfo, type PublicationQuestion } from './govinfo.js';
import type { OutsideService, OutsideSource } from './outside-service.js';
import { createLegiScan, type BillQuestion } from './legiscan.js';
import { createOpenAlex, type WorkQuestion } from './openalex.js';
import { createSerpApi, type WebQuestion } from './serpapi.js';
import type { SettingsReader } from '../../../foundation/settings-reader.js';
import { defined } from '../../../foundation/defined.js';
import type { JsonObject } from '../../../foundation/json.js';

/** The services that can be configured. */
export interface OutsideServices {
  courtListener?: OutsideService;
  legiScan?: OutsideService;
  govInfo?: OutsideService;
  openAlex?: OutsideService;
  serpApi?: OutsideService;
}

/** What can be asked outside, each part only where its service is configured. */
export interface OutsideSources {
  courtListener?: OutsideSource<OpinionQuestion>;
  legiScan?: OutsideSource<BillQuestion>;
  govInfo?: OutsideSource<PublicationQuestion>;
  openAlex?: OutsideSource<WorkQuestion>;
  serpApi?: OutsideSource<WebQuestion>;
}

/** The clients of the configured services. */
export function createOutsideSources(services: OutsideServices): OutsideSources {
  const { courtListener, legiScan, govInfo, openAlex, serpApi } = services;
  return {
    courtListener: courtListener && createCourtListener(courtListener),
    legiScan: legiScan && createLegiScan(legiScan),
    govInfo: govInfo && createGovInfo(govInfo),
    openAlex: openAlex && createOpenAlex(openAlex),
    serpApi: serpApi && createSerpApi(serpApi),
  };
}

/** Reads which services outside are configured: those that have a key or an address. */
export function readOutsideServices(read: SettingsReader): OutsideServices {
  return {
    ...service(read, 'courtListener', 'https://www.courtlistener.com'),
    ...service(read, 'legiScan', 'https://api.legiscan.com'),
    ...service(read, 'govInfo', 'https://api.govinfo.gov'),
    ...service(read, 'openAlex', 'https://api.openalex.org'),
    ...service(read, 'serpApi', 'https://serpapi.com'),
  };
}

function service(
  read: SettingsReader,
  name: keyof OutsideServices,
  usual: string,
): { [name in keyof OutsideServices]?: OutsideService } {
  const prefix = name.toUpperCase();
  const apiKey = read.optional(`${prefix}_API_KEY`);
  const baseUrl = read.baseUrl(`${prefix}_BASE_URL`);
  if (apiKey === undefined && baseUrl === undefined) return {};
  return { [name]: { baseUrl: baseUrl ?? usual, apiKey } };
}

/** Something that was found outside. */
interface OutsideFinding {
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
