import { defined } from '../../../../../src/foundation/defined.js';
import { isObject, type JsonObject } from '../../../../../src/foundation/json.js';

/** A place with a name; degrees, north and east positive. */
export interface Site {
  name: string;
  latitude: number;
  longitude: number;
  /** Where that is, in words. */
  town?: string;
}

/** What a map shows, and what it cannot. */
export interface SiteMap {
  sites: readonly Site[];
  /** Names of sites whose place is not known. */
  unplaced: readonly string[];
  /** How many more there are than a map shows. */
  more: number;
}

/** The map that a `show_map` asks for; undefined when it names no place on earth. */
export function siteMapOf(target: JsonObject): SiteMap | undefined {
  const sites = listOf(target['sites']).flatMap((one) => siteOf(one) ?? []);
  if (sites.length === 0) return undefined;
  const unplaced = listOf(target['without_coordinates']).filter((one) => typeof one === 'string');
  const more = target['not_shown'];
  return { sites, unplaced, more: typeof more === 'number' ? more : 0 };
}

function siteOf(value: unknown): Site | undefined {
  if (!isObject(value)) return undefined;
  const { name, city, country, latitude, longitude } = value;
  if (typeof name !== 'string' || !isDegree(latitude, 90) || !isDegree(longitude, 180)) {
    return undefined;
  }
  const town = [city, country].filter((one) => typeof one === 'string').join(', ');
  return { name, latitude, longitude, ...defined({ town: town === '' ? undefined : town }) };
}

function isDegree(value: unknown, most: number): value is number {
  return typeof value === 'number' && Math.abs(value) <= most;
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
