import { defined } from '../../../../../src/foundation/defined.js';
import { isObject, type JsonObject } from '../../../../../src/foundation/json.js';

/** Pixels. */
export interface Size {
  width: number;
  height: number;
}

/** A point in pixels from the upper left corner. */
export interface Point {
  x: number;
  y: number;
}

/** A line of equal latitude or longitude: where it is in pixels, and its degrees. */
interface GridLine {
  at: number;
  degrees: number;
}

/** How degrees become pixels of one map, and the lines that are drawn with them. */
export interface Projection {
  place: (site: Pick<Site, 'latitude' | 'longitude'>) => Point;
  meridians: readonly GridLine[];
  parallels: readonly GridLine[];
}

/** Pixels that stay free around the sites, for their labels and the degrees. */
export const MARGIN = 48;
/** A map of one site still shows so much around it. */
const LEAST_DEGREES = 2;
const STEPS = [0.25, 0.5, 1, 2, 5, 10, 15, 30, 45, 90];
const MOST_LINES = 6;

/**
 * An equirectangular map on which all sites lie within the margin: north is up, and a degree of longitude
 * is as long as it is in the middle of the map.
 */
export function fitProjection(sites: readonly Site[], { width, height }: Size): Projection {
  const west = westOf(sites.map(({ longitude }) => longitude));
  const eastOf = (longitude: number) => (longitude - west + 360) % 360;
  const lon = rangeOf(sites.map(({ longitude }) => eastOf(longitude)));
  const lat = rangeOf(sites.map(({ latitude }) => latitude));
  const shrink = Math.max(0.1, Math.cos((lat.middle * Math.PI) / 180));
  const scale = Math.min(
    Math.max(1, width - 2 * MARGIN) / (lon.span * shrink),
    Math.max(1, height - 2 * MARGIN) / lat.span,
  );
  const x = (east: number) => width / 2 + (east - lon.middle) * shrink * scale;
  const y = (latitude: number) => height / 2 - (latitude - lat.middle) * scale;
  const across = width / (2 * shrink * scale);
  const up = height / (2 * scale);
  return {
    place: ({ latitude, longitude }) => ({ x: x(eastOf(longitude)), y: y(latitude) }),
    meridians: ticks(west + lon.middle - across, west + lon.middle + across).map((degrees) => ({
      at: x(degrees - west),
      degrees: wrapped(degrees),
    })),
    parallels: ticks(Math.max(-90, lat.middle - up), Math.min(90, lat.middle + up)).map(
      (degrees) => ({ at: y(degrees), degrees }),
    ),
  };
}

/** `52.52° N`, `13.4° E`; `digits` at most after the point. */
export function degreesText(degrees: number, axis: 'latitude' | 'longitude', digits = 4): string {
  const [positive, negative] = axis === 'latitude' ? ['N', 'S'] : ['E', 'W'];
  const text = String(Number(Math.abs(degrees).toFixed(digits)));
  return `${text}° ${degrees < 0 ? negative : positive}`;
}

/** The longitude to begin at: east of the widest gap, so that sites on both sides of 180° stay together. */
function westOf(longitudes: readonly number[]): number {
  const sorted = longitudes.toSorted((a, b) => a - b);
  const gaps = sorted.map((one, at) => ({
    one,
    gap: at === 0 ? one - (sorted.at(-1) ?? one) + 360 : one - (sorted[at - 1] ?? one),
  }));
  return gaps.reduce((widest, next) => (next.gap > widest.gap ? next : widest)).one;
}

function rangeOf(values: readonly number[]): { middle: number; span: number } {
  const least = Math.min(...values);
  const most = Math.max(...values);
  return { middle: (least + most) / 2, span: Math.max(LEAST_DEGREES, most - least) };
}

/** Round degrees from `first` to `last`, few enough to be read. */
function ticks(first: number, last: number): number[] {
  const step = STEPS.find((one) => (last - first) / one <= MOST_LINES) ?? 90;
  const begin = Math.ceil(first / step);
  const count = Math.max(0, Math.floor(last / step) - begin + 1);
  return Array.from({ length: count }, (_, at) => (begin + at) * step);
}

/** The same longitude between -180 and 180. */
function wrapped(degrees: number): number {
  return ((((degrees + 180) % 360) + 360) % 360) - 180;
}

/** Where a label's text begins, or ends, on its baseline. */
export interface Label extends Point {
  anchor: 'start' | 'end';
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** About the width of a letter of a label, and the height of its line, in pixels. */
const LETTER = 7;
const LINE = 16;
const MARKER = 11;

/**
 * A place for the name of each marker that covers no marker and no other name, beside it or a line above or
 * below; undefined where there is none left: the marker's number then stands for it.
 */
export function placeLabels(
  markers: readonly (Point & { name: string })[],
  size: Size,
): (Label | undefined)[] {
  const taken = markers.map(({ x, y }) => boxAround(x, y, MARKER));
  return markers.map(({ x, y, name }, own) => {
    const width = name.length * LETTER;
    const free = candidates({ x, y }).find((label) => {
      const box = boxOf(label, width);
      return isWithin(box, size) && taken.every((one, at) => at === own || !overlaps(one, box));
    });
    if (free !== undefined) taken.push(boxOf(free, width));
    return free;
  });
}

function candidates({ x, y }: Point): Label[] {
  const beside = MARKER + 4;
  return [4, LINE + 2, -LINE].flatMap((down) => [
    { x: x + beside, y: y + down, anchor: 'start' as const },
    { x: x - beside, y: y + down, anchor: 'end' as const },
  ]);
}

function boxOf({ x, y, anchor }: Label, width: number): Box {
  const left = anchor === 'start' ? x : x - width;
  return { left, right: left + width, top: y - LINE + 4, bottom: y + 4 };
}

function boxAround(x: number, y: number, radius: number): Box {
  return { left: x - radius, right: x + radius, top: y - radius, bottom: y + radius };
}

function isWithin({ left, right, top, bottom }: Box, { width, height }: Size): boolean {
  return left >= 0 && right <= width && top >= 0 && bottom <= height;
}

function overlaps(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

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
