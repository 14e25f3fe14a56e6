import type { ResearchLanguage } from '../state.js';

/** What a rendered report says beside its own text. */
export interface ReportWords {
  unsupported: string;
  sources: string;
  notes: string;
  quality: string;
  page: string;
  block: string;
  tier: string;
  dimensions: Readonly<Record<string, string>>;
  notPassed(threshold: number): string;
  quoted(text: string): string;
}

/** The words of each language. */
export const reportWords: Readonly<Record<ResearchLanguage, ReportWords>> = {
  de: {
    unsupported: 'unbelegt',
    sources: 'Quellen',
    notes: 'Hinweise',
    quality: 'Qualität',
    page: 'S.',
    block: 'Block',
    tier: 'Stufe',
    dimensions: {
      accuracy: 'Übereinstimmung',
      completeness: 'Vollständigkeit',
      relevance: 'Nähe zur Frage',
      clarity: 'Klarheit',
    },
    notPassed: (threshold) => `Der Bericht erreicht die Schwelle von ${threshold} nicht.`,
    quoted: (text) => `„${text}“`,
  },
  en: {
    unsupported: 'unsupported',
    sources: 'Sources',
    notes: 'Notes',
    quality: 'Quality',
    page: 'p.',
    block: 'block',
    tier: 'tier',
    dimensions: {
      accuracy: 'Accuracy',
      completeness: 'Completeness',
      relevance: 'Relevance',
      clarity: 'Clarity',
    },
    notPassed: (threshold) => `The report is below the threshold of ${threshold}.`,
    quoted: (text) => `“${text}”`,
  },
};
