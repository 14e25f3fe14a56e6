import type { Objection, Report, ResearchLanguage, SupportKind } from '../state.js';

/** What a rendered report says beside its own text. */
export interface ReportWords {
  unsupported: string;
  /** How a statement rests on its sources. */
  support: Readonly<Record<SupportKind, string>>;
  /** Why it is not in its sources. */
  objected(objection: Objection): string;
  /** That a model gave no opinion on some of the statements. */
  notAsked(count: number, of: number): string;
  sources: string;
  notes: string;
  quality: string;
  page: string;
  tier: string;
  base: string;
  /** How the words that a quote refers to are led to. */
  meant(words: string): string;
  dimensions: Readonly<Record<string, string>>;
  notPassed(threshold: number): string;
  /** A dimension that is too low whatever the others are. */
  tooLow(dimension: string, score: number, least: number): string;
  unanswered(question: string): string;
  /** What stands above the complaints. */
  better: string;
  quoted(text: string): string;
  /** How many statements there are, and how many rest on nothing. */
  supported(statements: number, unsupported: number, sources: number): string;
  /** Of how many nobody has checked whether they follow. */
  unchecked(count: number): string;
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

const OBJECTIONS: Readonly<Record<ResearchLanguage, Readonly<Record<Objection['kind'], string>>>> =
  {
    de: {
      quote: 'steht dort nicht',
      number: 'diese Zahl steht dort nicht',
      date: 'dieses Datum steht dort nicht',
      model: 'folgt nicht daraus, sagt das Sprachmodell',
      together: 'folgt nur aus mehreren Stellen zusammen, sagt das Sprachmodell',
    },
    en: {
      quote: 'does not stand there',
      number: 'this number does not stand there',
      date: 'this date does not stand there',
      model: 'does not follow, says the language model',
      together: 'follows only from several places together, says the language model',
    },
  };

/** The words of each language. */
export const reportWords: Readonly<Record<ResearchLanguage, ReportWords>> = {
  de: {
    unsupported: 'unbelegt',
    support: {
      quote: 'Zitat',
      paraphrase: 'sinngemäß',
      inference: 'aus mehreren Absätzen einer Stelle',
      not_checked: 'nicht geprüft, ob es daraus folgt',
    },
    objected: ({ kind, said }) => `nicht in der Quelle: ${OBJECTIONS.de[kind]}${saidBy(said)}`,
    notAsked: (count, of) =>
      `Ob die Aussagen aus ihren Quellen folgen, hat das Sprachmodell bei ${count} von ${of} nicht brauchbar beantwortet; sie sind als nicht geprüft gekennzeichnet.`,
    sources: 'Quellen',
    notes: 'Hinweise',
    quality: 'Qualität',
    page: 'S.',
    tier: 'Stufe',
    base: 'Wissensbasis',
    meant: (words) => `Mit „${words}“ ist gemeint`,
    dimensions: DE,
    notPassed: (threshold) => `Der Bericht erreicht die Schwelle von ${threshold} nicht.`,
    tooLow: (dimension, score, least) =>
      `Zu niedrig: ${DE[dimension] ?? dimension} ${score} von 100, nötig sind ${least}.`,
    unanswered: (question) => `Nicht beantwortet: „${question}“`,
    better: 'Was besser sein könnte:',
    quoted: (text) => `„${text}“`,
    supported: (statements, unsupported, sources) =>
      unsupported === 0
        ? `Aussagen: ${statements}, jede mit Quelle; Quellen: ${sources}.`
        : `Von ${statements} Aussagen haben ${unsupported} keine Quelle und sind gekennzeichnet; Quellen: ${sources}.`,
    unchecked: (count) => ` Nicht geprüft, ob sie aus ihren Quellen folgen: ${count}.`,
  },
  en: {
    unsupported: 'unsupported',
    support: {
      quote: 'quote',
      paraphrase: 'paraphrase',
      inference: 'from several paragraphs of one place',
      not_checked: 'not checked whether it follows',
    },
    objected: ({ kind, said }) => `not in the source: ${OBJECTIONS.en[kind]}${saidBy(said)}`,
    notAsked: (count, of) =>
      `Whether statements follow from their sources, the language model gave no usable answer for ${count} of ${of}; they are marked as not checked.`,
    sources: 'Sources',
    notes: 'Notes',
    quality: 'Quality',
    page: 'p.',
    tier: 'tier',
    base: 'knowledge base',
    meant: (words) => `“${words}” means`,
    dimensions: EN,
    notPassed: (threshold) => `The report is below the threshold of ${threshold}.`,
    tooLow: (dimension, score, least) =>
      `Too low: ${EN[dimension] ?? dimension} ${score} of 100, at least ${least} are needed.`,
    unanswered: (question) => `Not answered: “${question}”`,
    better: 'What could be better:',
    quoted: (text) => `“${text}”`,
    supported: (statements, unsupported, sources) =>
      unsupported === 0
        ? `Statements: ${statements}, each with a source; sources: ${sources}.`
        : `${unsupported} of ${statements} statements have no source and are marked; sources: ${sources}.`,
    unchecked: (count) => ` Not checked whether they follow from their sources: ${count}.`,
  },
};

function saidBy(said: string): string {
  return said === '' ? '' : ` (${said})`;
}

/** How many statements a report has, how many of them rest on nothing, and of how many nobody has checked it. */
export function supportLine({ sections, sources, language }: Report): string {
  const words = reportWords[language];
  const all = sections.flatMap(({ statements }) => statements);
  const unsupported = all.filter((statement) => statement.sources.length === 0).length;
  const unchecked = all.filter(({ support }) => support === 'not_checked').length;
  const line = words.supported(all.length, unsupported, sources.length);
  return unchecked === 0 ? line : `${line}${words.unchecked(unchecked)}`;
}
