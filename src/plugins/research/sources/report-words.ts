import type { SupportKind } from '../../../citations/support/verdict.js';
import type { ResearchLanguage } from '../state.js';

/** What a rendered report says beside its own text. */
export interface ReportWords {
  unsupported: string;
  /** How a statement rests on its sources. */
  support: Readonly<Record<SupportKind, string>>;
  sources: string;
  notes: string;
  quality: string;
  page: string;
  block: string;
  tier: string;
  dimensions: Readonly<Record<string, string>>;
  notPassed(threshold: number): string;
  /** A dimension that is too low whatever the others are. */
  tooLow(dimension: string, score: number, least: number): string;
  /** What stands above the complaints. */
  better: string;
  quoted(text: string): string;
}

const DE: ReportWords['dimensions'] = {
  accuracy: 'Übereinstimmung',
  completeness: 'Vollständigkeit',
  relevance: 'Nähe zur Frage',
  clarity: 'Klarheit',
};
const EN: ReportWords['dimensions'] = {
  accuracy: 'Accuracy',
  completeness: 'Completeness',
  relevance: 'Relevance',
  clarity: 'Clarity',
};

/** The words of each language. */
export const reportWords: Readonly<Record<ResearchLanguage, ReportWords>> = {
  de: {
    unsupported: 'unbelegt',
    support: { quote: 'Zitat', paraphrase: 'sinngemäß', inference: 'Schluss' },
    sources: 'Quellen',
    notes: 'Hinweise',
    quality: 'Qualität',
    page: 'S.',
    block: 'Block',
    tier: 'Stufe',
    dimensions: DE,
    notPassed: (threshold) => `Der Bericht erreicht die Schwelle von ${threshold} nicht.`,
    tooLow: (dimension, score, least) =>
      `Zu niedrig: ${DE[dimension] ?? dimension} ${score} von 100, nötig sind ${least}.`,
    better: 'Was besser sein könnte:',
    quoted: (text) => `„${text}“`,
  },
  en: {
    unsupported: 'unsupported',
    support: { quote: 'quote', paraphrase: 'paraphrase', inference: 'inference' },
    sources: 'Sources',
    notes: 'Notes',
    quality: 'Quality',
    page: 'p.',
    block: 'block',
    tier: 'tier',
    dimensions: EN,
    notPassed: (threshold) => `The report is below the threshold of ${threshold}.`,
    tooLow: (dimension, score, least) =>
      `Too low: ${EN[dimension] ?? dimension} ${score} of 100, at least ${least} are needed.`,
    better: 'What could be better:',
    quoted: (text) => `“${text}”`,
  },
};
