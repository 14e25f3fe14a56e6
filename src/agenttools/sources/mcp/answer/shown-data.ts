/** What of one file is shown to people. */
export interface ShownData {
  /** For an image to draw or a file to download; the type is what its first bytes say, not what the server said. */
  data_url: string;
  drawn: boolean;
}

/** Of one result together, in characters: an event has 256 KB. */
export const MAX_SHOWN_DATA = 160_000;

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** Raster images that every browser draws without running anything, by their first bytes. */
const RASTER: readonly (readonly [type: string, at: number, bytes: string])[] = [
  ['image/png', 0, '89504e470d0a1a0a'],
  ['image/jpeg', 0, 'ffd8ff'],
  ['image/gif', 0, '47494638'],
  ['image/webp', 8, '57454250'],
];

/** Undefined for what is no base64, or does not fit into `room` characters. */
export function shownData(data: unknown, room: number): ShownData | undefined {
  if (typeof data !== 'string' || data.length > room || !BASE64.test(data)) return undefined;
  const start = Buffer.from(data.slice(0, 32), 'base64');
  const found = RASTER.find(
    ([, at, bytes]) => start.subarray(at, at + bytes.length / 2).toString('hex') === bytes,
  );
  const type = found?.[0] ?? 'application/octet-stream';
  return { data_url: `data:${type};base64,${data}`, drawn: found !== undefined };
}
