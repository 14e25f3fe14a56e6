import type { Explanation, Report, ReportPart, ReportSource } from '../state.js';
import { reportWords, supportLine, unsupportedMark, whereOf } from './report-words.js';

/** A report as Markdown: statements with the numbers of their sources, then the sources, quality and notes. */
export function renderMarkdown(report: Report): string {
  const words = reportWords[report.language];
  const sections = report.sections.map(({ heading, statements }) => {
    const items = statements.map(({ text, sources, support, objection }) => {
      const marks = escaped(sources.map((number) => `[${number}]`).join(''));
      const how = support === undefined ? '' : ` (${words.support[support]})`;
      const against = unsupportedMark(objection, report.language);
      return `- ${escaped(text)} ${sources.length === 0 ? `**(${escaped(against)})**` : marks + how}`;
    });
    return [`## ${escaped(heading)}`, ...items].join('\n');
  });
  const sources = report.sources.flatMap((source) => [
    `${source.number}. ${sourceLine(source, report)}`,
    ...(source.explains ?? []).map((each) => explanationLine(each, report)),
  ]);
  return [
    `# ${escaped(report.title)}`,
    escaped(supportLine(report)),
    ...sections,
    ...partOf(report.notFound),
    ...(sources.length === 0 ? [] : [`## ${words.sources}\n${sources.join('\n')}`]),
    ...partOf(report.outside),
    ...partOf(report.scope),
    ...qualityPart(report),
    ...partOf({ heading: words.notes, items: report.notes }),
    '',
  ].join('\n\n');
}

function partOf(part: ReportPart | undefined): string[] {
  if (part === undefined || part.items.length === 0) return [];
  const items = part.items.map((item) => `- ${escaped(item)}`);
  return [[`## ${escaped(part.heading)}`, ...items].join('\n')];
}

function sourceLine(source: ReportSource, { language }: Report): string {
  const { place, document, quote } = source;
  const said = reportWords[language].quoted(quote);
  return `${escaped(place ?? document)} (${escaped(whereOf(source, language))}): ${escaped(said)}`;
}

/** Below the source that it explains; what explains an explanation below that. */
function explanationLine(
  { words: said, place, quote, level }: Explanation,
  { language }: Report,
): string {
  const words = reportWords[language];
  const where = place === undefined ? '' : ` (${escaped(place)})`;
  return `${' '.repeat(4 * level)}- ${escaped(words.meant(said))}${where}: ${escaped(words.quoted(quote))}`;
}

function qualityPart({ quality, language }: Report): string[] {
  if (quality === undefined) return [];
  const words = reportWords[language];
  const rows = quality.dimensions.map(
    ({ name, score, reason }) => `- ${words.dimensions[name] ?? name}: ${score}/100. ${reason}.`,
  );
  const head = `## ${words.quality}: ${quality.total}/400`;
  const below = quality.total < quality.threshold ? [words.notPassed(quality.threshold)] : [];
  const { complaints = [] } = quality;
  const better = complaints.map((complaint) => `- ${escaped(complaint)}`);
  return [
    [head, ...below, ...rows].join('\n'),
    ...(better.length === 0 ? [] : [`${words.better}\n\n${better.join('\n')}`]),
  ];
}

/**
 * Text of documents and models is text: nothing in it is a link, a heading, a list or HTML. What looks like an
 * address becomes code, because viewers of GitHub's Markdown link it however it is escaped.
 */
function escaped(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const marked = line.split(BETWEEN).map((word) => (ADDRESS.test(word) ? code(word) : plain(word)));
  return marked
    .join('')
    .replace(/^(\d+)([.)])/, '$1\\$2')
    .replace(/^([-+])/, '\\$1');
}

/** What ends a word; a backtick does, so that code can hold each word. */
const BETWEEN = /([\s`]+)/;
/** What a viewer may take for an address where it is in a word. */
const ADDRESS = /:\/\/|www\.|@/i;
const OPENING = new Set('(["\'<„“‚‘«»');
const CLOSING = new Set('.,;:!?)"\']>“”’‘«»');

/** An address as code, and the punctuation around it as text. */
function code(word: string): string {
  let start = 0;
  while (start < word.length && OPENING.has(word.charAt(start))) start += 1;
  let end = word.length;
  while (end > start && CLOSING.has(word.charAt(end - 1))) end -= 1;
  return `${plain(word.slice(0, start))}\`${word.slice(start, end)}\`${plain(word.slice(end))}`;
}

function plain(text: string): string {
  return text.replace(/[\\`*_[\]<>|~#]/g, '\\$&').replace(/&/g, '&amp;');
}
