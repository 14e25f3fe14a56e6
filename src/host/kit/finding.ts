/** What the kit found out of one point of the contract. */
export interface Finding {
  /** `note`: could not be tried, or worth a look; it fails nothing. */
  state: 'passed' | 'failed' | 'note';
  /** What was looked at: `schemas compile`. */
  check: string;
  /** What is wrong and what to do next, or how much was looked at. */
  detail: string;
}

const found = (state: Finding['state']) => (check: string, detail: string) => {
  return { state, check, detail };
};
export const [passed, failed, note] = [found('passed'), found('failed'), found('note')];

/** The findings of several things under one check: what failed, or that all of them hold. */
export function verdict(check: string, faults: readonly string[], held: string): Finding[] {
  if (faults.length === 0) return [passed(check, held)];
  return faults.map((fault) => failed(check, fault));
}

const LABELS = { passed: 'ok    ', failed: 'FAILED', note: 'note  ' } as const;

/** A line for each finding, and how many failed. */
export function reportText(plugin: string, findings: readonly Finding[]): string {
  const lines = findings.map(({ state, check, detail }) => `${LABELS[state]} ${check}: ${detail}`);
  const wrong = findings.filter(({ state }) => state === 'failed').length;
  const end =
    wrong === 0
      ? `${plugin} holds its contract.`
      : `${plugin}: ${wrong} of ${findings.length} failed.`;
  return [...lines, end].join('\n');
}
