import { test } from '@jest/globals';
import { answerCases } from './cases-answers.js';
import { troubleCases } from './cases-trouble.js';
import type { Report } from './report.js';
import type { Case, Subject } from './subject.js';

/** Every case that a provider must pass, by its title. */
const cases: Record<string, Case> = { ...answerCases, ...troubleCases };

/** Runs all cases on one provider and notes in the report how each went. */
export function providerConformance(
  name: string,
  subject: () => Subject,
  lacks: readonly string[],
  report: Report,
): void {
  for (const title of lacks) if (!(title in cases)) throw new Error(`no such case: ${title}`);
  for (const [title, run] of Object.entries(cases)) {
    if (lacks.includes(title)) report.note(name, title, '–');
    else noted(title, () => run(subject()), name, report);
  }
}

/** A test whose outcome is noted. */
function noted(title: string, run: () => Promise<void>, name: string, report: Report): void {
  report.note(name, title, 'no');
  test(title, async () => {
    await run();
    report.note(name, title, 'yes');
  });
}
