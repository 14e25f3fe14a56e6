import { createHash } from 'node:crypto';
import { escapeHtml } from '../../../foundation/text.js';
import type {
  Explanation,
  Report,
  ReportPart,
  ReportSource,
  ReportStatement,
  ResearchLanguage,
} from '../state.js';
import { reportWords, supportLine, unsupportedMark, whereOf } from './report-words.js';

const REPORT_STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem}
blockquote{margin:.25rem 0 .75rem;padding-left:.75rem;border-left:3px solid #bbb}
.unsupported{background:#fff3c4;color:#5c4400;padding:0 .25rem}
small{color:#555}`;

const STYLE_HASH = createHash('sha256').update(REPORT_STYLE).digest('base64');

/** HTML that shows its own style only: even text that was not escaped could run, load and send nothing. */
export const REPORT_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

interface Format {
  escape(text: string): string;
  part(heading: string, items: readonly string[], list?: 'ol'): string;
  item(text: string): string;
  mark(source: number): string;
  support(how: string): string;
  unsupported(why: string): string;
  source(source: ReportSource, language: ResearchLanguage): string;
  quality(quality: NonNullable<Report['quality']>, language: ResearchLanguage): string[];
}

export function renderHtml(report: Report): string {
  return [
    `<!doctype html><html lang="${report.language}"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width">`,
    `<title>${escapeHtml(report.title)}</title><style>${REPORT_STYLE}</style></head><body><main>`,
    `<h1>${escapeHtml(report.title)}</h1>`,
    `<p>${escapeHtml(supportLine(report))}</p>`,
    ...partsOf(report, html),
    '</main></body></html>',
  ].join('\n');
}

export function renderMarkdown(report: Report): string {
  const head = [`# ${escaped(report.title)}`, escaped(supportLine(report))];
  return [...head, ...partsOf(report, markdown), ''].join('\n\n');
}

function partsOf(report: Report, format: Format): string[] {
  const { language, sections, sources, quality } = report;
  const words = reportWords[language];
  const part = ({ heading, items }: ReportPart): string[] => {
    const written = items.map((item) => format.item(format.escape(item)));
    return items.length === 0 ? [] : [format.part(format.escape(heading), written)];
  };
  const written = sources.map((source) => format.source(source, language));
  return [
    ...sections.map(({ heading, statements }) => {
      const items = statements.map((each) => format.item(statementOf(each, language, format)));
      return format.part(format.escape(heading), items);
    }),
    ...(report.notFound ? part(report.notFound) : []),
    ...(sources.length === 0 ? [] : [format.part(words.sources, written, 'ol')]),
    ...(report.outside ? part(report.outside) : []),
    ...(report.scope ? part(report.scope) : []),
    ...(quality === undefined ? [] : format.quality(quality, language)),
    ...part({ heading: words.notes, items: report.notes }),
  ];
}

function statementOf(
  { text, sources, support, objection }: ReportStatement,
  language: ResearchLanguage,
  format: Format,
): string {
  const against = format.unsupported(format.escape(unsupportedMark(objection, language)));
  const how = support === undefined ? '' : format.support(reportWords[language].support[support]);
  const marks = sources.map((number) => format.mark(number)).join('');
  return `${format.escape(text)} ${sources.length === 0 ? against : marks + how}`;
}

function meant(
  { words: said, place, quote }: Explanation,
  language: ResearchLanguage,
  escape: Format['escape'],
): string {
  const words = reportWords[language];
  const where = place === undefined ? '' : ` (${escape(place)})`;
  return `${escape(words.meant(said))}${where}: ${escape(words.quoted(quote))}`;
}

const html: Format = {
  escape: escapeHtml,
  part: (heading, items, list: 'ul' | 'ol' = 'ul') =>
    `<section><h2>${heading}</h2><${list}>${items.join('')}</${list}></section>`,
  item: (text) => `<li>${text}</li>`,
  mark: (source) => `<a href="#source-${source}">[${source}]</a>`,
  support: (how) => ` <small>${how}</small>`,
  unsupported: (why) => `<span class="unsupported">${why}</span>`,
  source(source, language) {
    const { number, place, documentId, document, blockId, quote, explains = [] } = source;
    const address = `/v1/documents/${encodeURIComponent(documentId)}/blocks?around=${encodeURIComponent(blockId)}`;
    const data = `data-document-id="${escapeHtml(documentId)}" data-block-id="${escapeHtml(blockId)}"`;
    // Those of the second level are marked by an arrow more.
    const items = explains.map(
      (each) =>
        `<li><small>${each.level === 1 ? '→' : '→→'} ${meant(each, language, escapeHtml)}</small></li>`,
    );
    const explained = items.length === 0 ? '' : `<ul>${items.join('')}</ul>`;
    return `<li id="source-${number}" value="${number}" ${data}><a href="${escapeHtml(address)}">${escapeHtml(place ?? document)}</a> <small>(${escapeHtml(whereOf(source, language))})</small><blockquote>${escapeHtml(quote)}</blockquote>${explained}</li>`;
  },
  quality({ dimensions, total, threshold, complaints = [] }, language) {
    const words = reportWords[language];
    const rows = dimensions.map(
      ({ name, score, reason }) =>
        `<li>${escapeHtml(words.dimensions[name] ?? name)}: ${score}/100. <small>${escapeHtml(reason)}</small></li>`,
    );
    const warning = total < threshold ? `<p>${escapeHtml(words.notPassed(threshold))}</p>` : '';
    const items = complaints.map((one) => `<li>${escapeHtml(one)}</li>`).join('');
    const better = items === '' ? '' : `<p>${words.better}</p><ul>${items}</ul>`;
    return [
      `<section><h2>${words.quality}: ${total}/400</h2>${warning}<ul>${rows.join('')}</ul>${better}</section>`,
    ];
  },
};

const markdown: Format = {
  escape: escaped,
  part: (heading, items) => [`## ${heading}`, ...items].join('\n'),
  item: (text) => `- ${text}`,
  mark: (source) => escaped(`[${source}]`),
  support: (how) => ` (${how})`,
  unsupported: (why) => `**(${why})**`,
  /** Below a source what explains it; what explains an explanation below that. */
  source(source, language) {
    const { number, place, document, quote, explains = [] } = source;
    const said = escaped(reportWords[language].quoted(quote));
    return [
      `${number}. ${escaped(place ?? document)} (${escaped(whereOf(source, language))}): ${said}`,
      ...explains.map((each) => `${' '.repeat(4 * each.level)}- ${meant(each, language, escaped)}`),
    ].join('\n');
  },
  quality({ dimensions, total, threshold, complaints = [] }, language) {
    const words = reportWords[language];
    const rows = dimensions.map(
      ({ name, score, reason }) => `- ${words.dimensions[name] ?? name}: ${score}/100. ${reason}.`,
    );
    const below = total < threshold ? [words.notPassed(threshold)] : [];
    const better = complaints.map((complaint) => `- ${escaped(complaint)}`).join('\n');
    return [
      [`## ${words.quality}: ${total}/400`, ...below, ...rows].join('\n'),
      ...(better === '' ? [] : [`${words.better}\n\n${better}`]),
    ];
  },
};

/** No text is a link, heading, list or HTML; addresses become code, which viewers do not link. */
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
