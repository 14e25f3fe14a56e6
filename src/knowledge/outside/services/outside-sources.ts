import { createCourtListener, createGovInfo, createLegiScan } from './us-law.js';
import type { OutsideService, OutsideSource } from './outside-service.js';
import { createOpenAlex } from './openalex.js';
import { createSerpApi } from './serpapi.js';
import type { SettingsReader } from '../../../foundation/settings-reader.js';
import { defined } from '../../../foundation/defined.js';
import type { JsonObject } from '../../../foundation/json.js';

/** How each service is asked, and where, unless the settings name another address. */
const services = {
  courtListener: { create: createCourtListener, address: 'https://www.courtlistener.com' },
  legiScan: { create: createLegiScan, address: 'https://api.legiscan.com' },
  govInfo: { create: createGovInfo, address: 'https://api.govinfo.gov' },
  openAlex: { create: createOpenAlex, address: 'https://api.openalex.org' },
  serpApi: { create: createSerpApi, address: 'https://serpapi.com' },
};

type ServiceName = keyof typeof services;

export type OutsideServices = { [Name in ServiceName]?: OutsideService };

export type OutsideSources = {
  [Name in ServiceName]?: ReturnType<(typeof services)[Name]['create']>;
};

export function createOutsideSources(configured: OutsideServices): OutsideSources {
  const entries = Object.entries(configured) as [ServiceName, OutsideService][];
  return Object.fromEntries(
    entries.map(([name, service]) => [name, services[name].create(service)]),
  );
}

export function readOutsideServices(read: SettingsReader): OutsideServices {
  return Object.fromEntries(
    Object.entries(services).flatMap(([name, { address }]) => {
      const prefix = name.toUpperCase();
      const apiKey = read.optional(`${prefix}_API_KEY`);
      const baseUrl = read.baseUrl(`${prefix}_BASE_URL`);
      if (apiKey === undefined && baseUrl === undefined) return [];
      return [[name, { baseUrl: baseUrl ?? address, apiKey }]];
    }),
  );
}

interface OutsideFinding {
  title: string;
  /** http or https; absent where the service names no address. */
  url?: string;
  text?: string;
  date?: string;
}

/** A service outside that needs nothing but words to search by. */
export interface OutsideLookup {
  service: string;
  /** The best first. Rejects with an `AppError`: `tool_failed`, or `cancelled`. */
  search(query: string, limit: number, signal: AbortSignal): Promise<OutsideFinding[]>;
}

export function outsideLookups(sources: OutsideSources): OutsideLookup[] {
  const named: Record<string, OutsideSource<{ query: string; limit: number }> | undefined> = {
    SerpAPI: sources.serpApi,
    OpenAlex: sources.openAlex,
    GovInfo: sources.govInfo,
    CourtListener: sources.courtListener,
  };
  return Object.entries(named).flatMap(([service, source]) => {
    if (source === undefined) return [];
    const search: OutsideLookup['search'] = async (query, limit, signal) =>
      (await source({ query, limit }, signal)).items.flatMap(toFinding);
    return [{ service, search }];
  });
}

function toFinding(item: JsonObject): OutsideFinding[] {
  const first = (...names: readonly string[]) => {
    const value = names.map((name) => item[name]).find((each) => each !== undefined);
    return typeof value === 'number' || typeof value === 'string' ? String(value) : undefined;
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
