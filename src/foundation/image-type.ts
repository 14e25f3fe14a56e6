/** The largest image that a model is given: 5 MB as base64, the least of what their APIs take. */
export const MAX_IMAGE_BYTES = 3_932_160;

/** Raster images that browsers draw without running anything and models read, by their first bytes. */
const RASTER: readonly (readonly [type: string, start: RegExp])[] = [
  ['image/png', /^\x89PNG\r\n\x1a\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8/],
  ['image/webp', /^RIFF[^]{4}WEBP/],
];

export function isImageType(type: string): boolean {
  return RASTER.some(([known]) => known === type);
}

export function imageType(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  return RASTER.find(([, pattern]) => pattern.test(start))?.[0];
}
