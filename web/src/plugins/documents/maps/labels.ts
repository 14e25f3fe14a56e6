import type { Point, Size } from './projection.js';

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
