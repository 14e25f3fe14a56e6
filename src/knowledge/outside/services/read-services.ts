import type { SettingsReader } from '../../../foundation/settings-reader.js';
import type { OutsideService } from './outside-source.js';
import type { OutsideServices } from './outside-sources.js';

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
