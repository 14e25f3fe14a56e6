import type { OutsideAnswer } from '../../../knowledge/outside/outside.model.js';
import type { Evidence } from '../../../citations/evidence.js';

const MARKER = /\[(\d{1,3})\]/g;

/**
 * An answer from outside with its pages as sources of this run: the markers in it are given the run's
 * numbers; one without a page is taken out.
 */
export function numberedAnswer({ answer, pages }: OutsideAnswer, evidence: Evidence) {
  const numbers = pages.map((page) =>
    page.url === '' ? undefined : evidence.addPage(page, answer),
  );
  return {
    answer: answer.replace(MARKER, (_marker, digits: string) => {
      const number = numbers[Number(digits) - 1];
      return number === undefined ? '' : `[${number}]`;
    }),
    citations: pages.flatMap(({ url, title }, at) => {
      const number = numbers[at];
      return number === undefined ? [] : [{ number, url, title }];
    }),
  };
}
