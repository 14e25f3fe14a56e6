import type { Objection, Report, ResearchLanguage, SupportKind } from '../state.js';

const german = {
  unsupported: 'unbelegt',
  support: {
    quote: 'Zitat',
    paraphrase: 'sinngemäß',
    inference: 'aus mehreren Absätzen einer Stelle',
    not_checked: 'nicht geprüft, ob es daraus folgt',
  } satisfies Record<SupportKind, string>,
  objections: {
    quote: 'steht dort nicht',
    number: 'diese Zahl steht dort nicht',
    date: 'dieses Datum steht dort nicht',
    model: 'folgt nicht daraus, sagt das Sprachmodell',
    together: 'folgt nur aus mehreren Stellen zusammen, sagt das Sprachmodell',
  } satisfies Record<Objection['kind'], string>,
  notInSource: 'nicht in der Quelle',
  notAsked: (count: number, of: number) =>
    `Ob die Aussagen aus ihren Quellen folgen, hat das Sprachmodell bei ${count} von ${of} nicht brauchbar beantwortet; sie sind als nicht geprüft gekennzeichnet.`,
  again: 'Der Bericht wurde einmal überarbeitet.',
  sources: 'Quellen',
  notes: 'Hinweise',
  quality: 'Qualität',
  page: 'S.',
  tier: 'Stufe',
  base: 'Wissensbasis',
  meant: (words: string) => `Mit „${words}“ ist gemeint`,
  dimensions: {
    accuracy: 'Übereinstimmung',
    completeness: 'Vollständigkeit',
    relevance: 'Nähe zur Frage',
    clarity: 'Klarheit',
  } as Readonly<Record<string, string>>,
  notPassed: (threshold: number) => `Der Bericht erreicht die Schwelle von ${threshold} nicht.`,
  tooLow: (dimension: string, score: number, least: number) =>
    `Zu niedrig: ${dimension} ${score} von 100, nötig sind ${least}.`,
  unanswered: (question: string) => `Nicht beantwortet: „${question}“`,
  better: 'Was besser sein könnte:',
  quoted: (text: string) => `„${text}“`,
  allSupported: (statements: number, sources: number) =>
    `Aussagen: ${statements}, jede mit Quelle; Quellen: ${sources}.`,
  someSupported: (statements: number, sources: number, unsupported: number) =>
    `Von ${statements} Aussagen haben ${unsupported} keine Quelle und sind gekennzeichnet; Quellen: ${sources}.`,
  unchecked: (count: number) => ` Nicht geprüft, ob sie aus ihren Quellen folgen: ${count}.`,
};

const english: typeof german = {
  unsupported: 'unsupported',
  support: {
    quote: 'quote',
    paraphrase: 'paraphrase',
    inference: 'from several paragraphs of one place',
    not_checked: 'not checked whether it follows',
  },
  objections: {
    quote: 'does not stand there',
    number: 'this number does not stand there',
    date: 'this date does not stand there',
    model: 'does not follow, says the language model',
    together: 'follows only from several places together, says the language model',
  },
  notInSource: 'not in the source',
  notAsked: (count, of) =>
    `Whether statements follow from their sources, the language model gave no usable answer for ${count} of ${of}; they are marked as not checked.`,
  again: 'The report was revised once.',
  sources: 'Sources',
  notes: 'Notes',
  quality: 'Quality',
  page: 'p.',
  tier: 'tier',
  base: 'knowledge base',
  meant: (words) => `“${words}” means`,
  dimensions: {
    accuracy: 'Accuracy',
    completeness: 'Completeness',
    relevance: 'Relevance',
    clarity: 'Clarity',
  },
  notPassed: (threshold) => `The report is below the threshold of ${threshold}.`,
  tooLow: (dimension, score, least) =>
    `Too low: ${dimension} ${score} of 100, at least ${least} are needed.`,
  unanswered: (question) => `Not answered: “${question}”`,
  better: 'What could be better:',
  quoted: (text) => `“${text}”`,
  allSupported: (statements, sources) =>
    `Statements: ${statements}, each with a source; sources: ${sources}.`,
  someSupported: (statements, sources, unsupported) =>
    `${unsupported} of ${statements} statements have no source and are marked; sources: ${sources}.`,
  unchecked: (count) => ` Not checked whether they follow from their sources: ${count}.`,
};

export const reportWords = { de: german, en: english };

export function unsupportedMark(
  objection: Objection | undefined,
  language: ResearchLanguage,
): string {
  const words = reportWords[language];
  if (objection === undefined) return words.unsupported;
  const said = objection.said === '' ? '' : ` (${objection.said})`;
  return `${words.notInSource}: ${words.objections[objection.kind]}${said}`;
}

export function whereOf(
  { place, document, kb, page, contextTier }: Report['sources'][number],
  language: ResearchLanguage,
): string {
  const words = reportWords[language];
  return [
    ...(place === undefined ? [] : [document]),
    ...(kb === undefined ? [] : [`${words.base} ${kb}`]),
    ...(page === undefined ? [] : [`${words.page} ${page}`]),
    `${words.tier} ${contextTier}`,
  ].join(', ');
}

export function supportLine({ sections, sources, language }: Report): string {
  const words = reportWords[language];
  const all = sections.flatMap(({ statements }) => statements);
  const unsupported = all.filter((statement) => statement.sources.length === 0).length;
  const unchecked = all.filter(({ support }) => support === 'not_checked').length;
  const line =
    unsupported === 0
      ? words.allSupported(all.length, sources.length)
      : words.someSupported(all.length, sources.length, unsupported);
  return unchecked === 0 ? line : `${line}${words.unchecked(unchecked)}`;
}
