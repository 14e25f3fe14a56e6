import { createHash } from 'node:crypto';
import { escapeHtml } from '../../../foundation/escape-html.js';
import type {
  Report,
  ReportPart,
  ReportSource,
  ReportStatement,
  ResearchLanguage,
} from '../state.js';
import { reportWords, supportLine, unsupportedMark, whereOf } from './report-words.js';

/** The one style of a report. */
const REPORT_STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem}
blockquote{margin:.25rem 0 .75rem;padding-left:.75rem;border-left:3px solid #bbb}
.unsupported{background:#fff3c4;color:#5c4400;padding:0 .25rem}
small{color:#555}`;

const STYLE_HASH = createHash('sha256').update(REPORT_STYLE).digest('base64');

/**
 * What a report as HTML may do when a browser opens it: show its own style. Its texts come from documents
 * and models; even one that was not escaped could run, load and send nothing.
 */
export const REPORT_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/**
 * A report as a page of its own: no scripts, nothing from elsewhere, and all text of documents and models
 * escaped. A source carries its document and block as data and links to its blocks on this server.
 */
export function renderHtml(report: Report): string {
  const words = reportWords[report.language];
  const sections = report.sections.map(
    ({ heading, statements }) =>
      `<section><h2>${escapeHtml(heading)}</h2><ul>${statements.map((each) => statementItem(each, report)).join('')}</ul></section>`,
  );
  const sources = report.sources.map((source) => sourceItem(source, report)).join('');
  const notes = report.notes.map((note) => `<li>${escapeHtml(note)}</li>`).join('');
  return [
    `<!doctype html><html lang="${report.language}"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width">`,
    `<title>${escapeHtml(report.title)}</title><style>${REPORT_STYLE}</style></head><body><main>`,
    `<h1>${escapeHtml(report.title)}</h1>`,
    `<p>${escapeHtml(supportLine(report))}</p>`,
    ...sections,
    partOf(report.notFound),
    ...(sources === '' ? [] : [`<section><h2>${words.sources}</h2><ol>${sources}</ol></section>`]),
    partOf(report.outside),
    partOf(report.scope),
    qualityPart(report),
    ...(notes === '' ? [] : [`<section><h2>${words.notes}</h2><ul>${notes}</ul></section>`]),
    '</main></body></html>',
  ].join('\n');
}

function partOf(part: ReportPart | undefined): string {
  if (part === undefined) return '';
  const items = part.items.map((item) => `<li>${escapeHtml(item)}</li>`).join('');
  return `<section><h2>${escapeHtml(part.heading)}</h2><ul>${items}</ul></section>`;
}

function statementItem(
  { text, sources, support, objection }: ReportStatement,
  { language }: Report,
): string {
  const words = reportWords[language];
  const marks = sources.map((number) => `<a href="#source-${number}">[${number}]</a>`).join('');
  const how = support === undefined ? '' : ` <small>${words.support[support]}</small>`;
  const mark = `<span class="unsupported">${escapeHtml(unsupportedMark(objection, language))}</span>`;
  return `<li>${escapeHtml(text)} ${sources.length === 0 ? mark : marks + how}</li>`;
}

function sourceItem(source: ReportSource, { language }: Report): string {
  const { number, place, documentId, document, blockId, quote } = source;
  const address = `/v1/documents/${encodeURIComponent(documentId)}/blocks?around=${encodeURIComponent(blockId)}`;
  const data = `data-document-id="${escapeHtml(documentId)}" data-block-id="${escapeHtml(blockId)}"`;
  return `<li id="source-${number}" value="${number}" ${data}><a href="${escapeHtml(address)}">${escapeHtml(place ?? document)}</a> <small>(${escapeHtml(whereOf(source, language))})</small><blockquote>${escapeHtml(quote)}</blockquote>${explanations(source, language)}</li>`;
}

/** The words that a source's quote refers to, those of the second level marked by an arrow more. */
function explanations({ explains = [] }: ReportSource, language: ResearchLanguage): string {
  if (explains.length === 0) return '';
  const words = reportWords[language];
  const items = explains.map(({ words: said, place, quote, level }) => {
    const where = place === undefined ? '' : ` (${escapeHtml(place)})`;
    const mark = level === 1 ? '→' : '→→';
    return `<li><small>${mark} ${escapeHtml(words.meant(said))}${where}: ${escapeHtml(words.quoted(quote))}</small></li>`;
  });
  return `<ul>${items.join('')}</ul>`;
}

function qualityPart({ quality, language }: Report): string {
  if (quality === undefined) return '';
  const words = reportWords[language];
  const rows = quality.dimensions.map(
    ({ name, score, reason }) =>
      `<li>${escapeHtml(words.dimensions[name] ?? name)}: ${score}/100. <small>${escapeHtml(reason)}</small></li>`,
  );
  const isBelow = quality.total < quality.threshold;
  const warning = isBelow ? `<p>${escapeHtml(words.notPassed(quality.threshold))}</p>` : '';
  const complaints = (quality.complaints ?? [])
    .map((one) => `<li>${escapeHtml(one)}</li>`)
    .join('');
  const better = complaints === '' ? '' : `<p>${words.better}</p><ul>${complaints}</ul>`;
  return `<section><h2>${words.quality}: ${quality.total}/400</h2>${warning}<ul>${rows.join('')}</ul>${better}</section>`;
}
