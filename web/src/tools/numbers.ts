import { number } from '../texts/texts.js';

/** A part of a whole as people read it; rounded down, so that only all is 100 %. */
export function percent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${Math.floor((part / whole) * 100)} %`;
}

/** A score as it is shown: two places, and no zero below zero. */
export function scoreText(score: number): string {
  return number(Math.round(score * 100) / 100 || 0, 2);
}
