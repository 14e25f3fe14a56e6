import type { Report, ReportSource } from '../state.js';
import { reportWords } from './report-words.js';

/** A report as Markdown: statements with the numbers of their sources, then the sources, quality and notes. */
export function renderMarkdown(report: Report): string {
  const words = reportWords[report.language];
  const sections = report.sections.map(({ heading, statements }) => {
    const items = statements.map(({ text, sources }) => {
      const marks = sources.map((number) => `[${number}]`).join('');
      return `- ${escaped(text)} ${sources.length === 0 ? `**(${words.unsupported})**` : escaped(marks)}`;
    });
    return [`## ${escaped(heading)}`, ...items].join('\n');
  });
  const sources = report.sources.map((source) => `${source.number}. ${sourceLine(source, report)}`);
  return [
    `# ${escaped(report.title)}`,
    ...sections,
    ...(sources.length === 0 ? [] : [`## ${words.sources}\n${sources.join('\n')}`]),
    ...qualityPart(report),
    ...(report.notes.length === 0
      ? []
      : [`## ${words.notes}\n${report.notes.map((note) => `- ${escaped(note)}`).join('\n')}`]),
    '',
  ].join('\n\n');
}

function sourceLine(
  { document, page, blockId, quote, contextTier }: ReportSource,
  { language }: Report,
): string {
  const words = reportWords[language];
  const place = [
    ...(page === undefined ? [] : [`${words.page} ${page}`]),
    `${words.block} ${blockId}`,
    `${words.tier} ${contextTier}`,
  ].join(', ');
  return `${escaped(document)} (${place}): ${escaped(words.quoted(quote))}`;
}

function qualityPart({ quality, language }: Report): string[] {
  if (quality === undefined) return [];
  const words = reportWords[language];
  const rows = quality.dimensions.map(
    ({ name, score, reason }) => `- ${words.dimensions[name] ?? name}: ${score}/100. ${reason}.`,
  );
  const head = `## ${words.quality}: ${quality.total}/400`;
  return [
    [head, ...(quality.isPassed ? [] : [words.notPassed(quality.threshold)]), ...rows].join('\n'),
  ];
}

/** Text of documents and models is text: nothing in it is a link, a heading, a list or HTML. */
function escaped(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<>|~#]/g, '\\$&')
    .replace(/&/g, '&amp;')
    .replace(/^(\d+)([.)])/, '$1\\$2')
    .replace(/^([-+])/, '\\$1');
}
