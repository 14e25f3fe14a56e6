import type { Objection, SupportKind } from '../../../citations/support/verdict.js';
import type { Dispute, Report, ResearchLanguage } from '../state.js';

/** What a rendered report says beside its own text. */
export interface ReportWords {
  unsupported: string;
  /** How a statement rests on its sources, and what is doubted where it is not said in these words. */
  support(kind: SupportKind, doubt: Objection | undefined): string;
  /** That a model and the check without one disagree, and why. */
  disputed(dispute: Dispute): string;
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

const KINDS_DE: Readonly<Record<SupportKind, string>> = {
  quote: 'Zitat',
  paraphrase: 'sinngemäß',
  inference: 'Schluss',
};

const OBJECTIONS: Readonly<Record<ResearchLanguage, Readonly<Record<Objection, string>>>> = {
  de: {
    words: 'Wörter, die dort fehlen',
    number: 'eine Zahl',
    date: 'ein Datum',
    actor: 'wer handelt',
    negation: 'eine Verneinung',
    modality: 'müssen, dürfen oder können',
    scope: 'für welche Fälle es gilt',
  },
  en: {
    words: 'words that are not there',
    number: 'a number',
    date: 'a date',
    actor: 'who acts',
    negation: 'a negation',
    modality: 'what must, may or can be',
    scope: 'which cases it holds for',
  },
};

/** The words of each language. */
export const reportWords: Readonly<Record<ResearchLanguage, ReportWords>> = {
  de: {
    unsupported: 'unbelegt',
    support: (kind, doubt) =>
      doubt === undefined
        ? KINDS_DE[kind]
        : `${KINDS_DE[kind]}, so nicht gesagt: ${OBJECTIONS.de[doubt]}`,
    disputed: (dispute) =>
      dispute.by === 'model'
        ? `strittig: folgt laut Sprachmodell nicht aus der Quelle${reasoned(dispute.reason)}`
        : `strittig: folgt laut Sprachmodell aus der Quelle; die Prüfung ohne Modell findet es dort nicht (${OBJECTIONS.de[dispute.objection]})`,
    notAsked: (count, of) =>
      `Ob die Aussagen aus ihren Quellen folgen, hat das Sprachmodell bei ${count} von ${of} nicht brauchbar beantwortet; dort gilt die Prüfung ohne Modell.`,
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
  },
  en: {
    unsupported: 'unsupported',
    support: (kind, doubt) =>
      doubt === undefined ? kind : `${kind}, not said in these words: ${OBJECTIONS.en[doubt]}`,
    disputed: (dispute) =>
      dispute.by === 'model'
        ? `disputed: does not follow from the source, says the language model${reasoned(dispute.reason)}`
        : `disputed: follows from the source, says the language model; the check without a model does not find it there (${OBJECTIONS.en[dispute.objection]})`,
    notAsked: (count, of) =>
      `Whether statements follow from their sources, the language model gave no usable answer for ${count} of ${of}; the check without a model holds there.`,
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
  },
};

function reasoned(reason: string): string {
  const said = reason.trim();
  return said === '' ? '' : ` (${said})`;
}

/** How many statements a report has, and how many of them rest on nothing. */
export function supportLine({ sections, sources, language }: Report): string {
  const all = sections.flatMap(({ statements }) => statements);
  const unsupported = all.filter((statement) => statement.sources.length === 0).length;
  return reportWords[language].supported(all.length, unsupported, sources.length);
}
