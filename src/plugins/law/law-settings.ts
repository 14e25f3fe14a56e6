import { defined } from '../../foundation/defined.js';
import type { LegalService, LegalServices } from './legal-research/index.js';
import type { SettingsReader } from '../../foundation/settings-reader.js';

/** What the law agent works with. */
export interface LawSettings {
  /** Where the explorer with the knowledge graph is. */
  explorerUrl: string;
  /** Whether somebody said so; where it is then has to answer, for the server to be in order. */
  isExplorerUrlSet: boolean;
  /** The outside sources; those that are absent are not offered. */
  services: LegalServices;
  /** Whether the sample cases are there. */
  sampleCases: boolean;
}

/** Reads the settings of the law agent; the samples come with the embedded database only, unless asked for. */
export function readLawSettings(read: SettingsReader): LawSettings {
  const isEmbedded = read.optional('DATABASE_URL') === undefined;
  const port = read.text('EXPLORER_PORT', '3002');
  const explorerUrl = read.baseUrl('EXPLORER_URL');
  return {
    explorerUrl: explorerUrl ?? `http://127.0.0.1:${port}`,
    isExplorerUrlSet: explorerUrl !== undefined,
    services: {
      ...service(read, 'courtListener', 'https://www.courtlistener.com'),
      ...service(read, 'legiScan', 'https://api.legiscan.com'),
      ...service(read, 'govInfo', 'https://api.govinfo.gov'),
      ...service(read, 'openAlex', 'https://api.openalex.org'),
      ...service(read, 'serpApi', 'https://serpapi.com'),
    },
    sampleCases: read.choice('SAMPLE_CASES', ['on', 'off'], isEmbedded ? 'on' : 'off') === 'on',
  };
}

/** A service that has a key or an address. */
function service(
  read: SettingsReader,
  name: keyof LegalServices,
  usual: string,
): { [name in keyof LegalServices]?: LegalService } {
  const prefix = name.toUpperCase();
  const apiKey = read.optional(`${prefix}_API_KEY`);
  const baseUrl = read.baseUrl(`${prefix}_BASE_URL`);
  if (apiKey === undefined && baseUrl === undefined) return {};
  return { [name]: { baseUrl: baseUrl ?? usual, ...defined({ apiKey }) } };
}
