import type { NumberedEvidence } from '../judge/material.js';

/** What the findings of one task may take where it is summed up, in tokens of {@link CHARS_PER_TOKEN} characters. */
export const FINDINGS_TOKENS = 8_000;
const CHARS_PER_TOKEN = 4;
/** Names, numbers and punctuation around a finding's own texts. */
const FRAME_CHARS = 80;

/**
 * The findings that fit into the budget, in their order and under their numbers: those that count most are
 * taken first, and one that is too long makes room for the next.
 */
export function withinBudget(
  findings: readonly NumberedEvidence[],
  tokens = FINDINGS_TOKENS,
): NumberedEvidence[] {
  let left = tokens * CHARS_PER_TOKEN;
  const kept = new Set<number>();
  for (const finding of findings.toSorted(byWeight)) {
    const chars = charsOf(finding);
    if (chars > left) continue;
    left -= chars;
    kept.add(finding.number);
  }
  return findings.filter(({ number }) => kept.has(number));
}

function byWeight(a: NumberedEvidence, b: NumberedEvidence): number {
  return a.tier - b.tier || b.weight - a.weight;
}

function charsOf({ document, heading, info, quotes }: NumberedEvidence): number {
  const texts = [document, heading, info, ...quotes];
  return texts.reduce((sum, text) => sum + text.length, FRAME_CHARS);
}

/** What the report tells of findings that a task's summary could not take in. */
export const leftOutNotes = {
  de: (task: string, kept: number, all: number) =>
    `Die Zusammenfassung der Aufgabe „${task}“ beruht auf ${kept} von ${all} Fundstellen; für die übrigen, die weniger zählen oder länger sind, war kein Platz.`,
  en: (task: string, kept: number, all: number) =>
    `The summary of the task "${task}" rests on ${kept} of ${all} findings; there was no room for the others, which count less or are longer.`,
} as const;
