/**
 * Parses one document in a process of its own: takes `{kind, bytes}`, answers `{parsed}`, `{refused}` (its
 * reason is known) or `{failed}` (the parser's own words), and ends. A thread beside the parser ends the
 * process when its memory grows too far: libraries unpack streams in memory that no heap limit counts.
 */
import { Worker } from 'node:worker_threads';
import { Refused, tooDeep } from './formats/piece.mjs';

/** @typedef {import('./formats/piece.mjs').Parsed} Parsed */

/** @type {Record<string, () => Promise<(bytes: Uint8Array) => Parsed | Promise<Parsed>>>} */
const parsers = {
  pdf: async () => (await import('./formats/pdf.mjs')).parsePdf,
  docx: async () => (await import('./formats/docx.mjs')).parseDocx,
  xlsx: async () => (await import('./formats/spreadsheet.mjs')).parseWorkbook,
  ods: async () => (await import('./formats/spreadsheet.mjs')).parseWorkbook,
  csv: async () => (await import('./formats/spreadsheet.mjs')).parseCsv,
  tsv: async () => (await import('./formats/spreadsheet.mjs')).parseCsv,
  html: async () => (await import('./formats/html.mjs')).parseHtml,
  markdown: async () => (await import('./formats/markdown.mjs')).parseMarkdown,
  text: async () => (await import('./formats/piece.mjs')).parseText,
};

const OUT_OF_MEMORY = 86;
const maxRss = Number(process.argv[2]);
const watch = `
  const { workerData: maxRss } = require('node:worker_threads');
  setInterval(() => { if (process.memoryUsage.rss() > maxRss) process.kill(process.pid, 'SIGKILL'); }, 25);`;

process.once(
  'message',
  async (/** @type {{ kind: string, bytes: Uint8Array }} */ { kind, bytes }) => {
    new Worker(watch, { eval: true, workerData: maxRss }).unref();
    const answer = await parse(kind, bytes);
    // Sent before the end, or the parent sees a process that died.
    process.send?.(answer, undefined, undefined, () => process.exit(0));
  },
);
process.once('disconnect', () => process.exit(OUT_OF_MEMORY));

/** @param {string} kind @param {Uint8Array} bytes */
async function parse(kind, bytes) {
  try {
    const parser = await parsers[kind]?.();
    if (!parser) return { failed: `there is no parser for ${kind}` };
    // A Buffer is what Node makes of sent bytes, and pdf.js refuses one.
    return { parsed: await parser(new Uint8Array(bytes)) };
  } catch (error) {
    const known = usesUpTheStack(error) ? tooDeep() : error;
    if (known instanceof Refused)
      return { refused: { reason: known.reason, message: known.message } };
    return { failed: error instanceof Error ? error.message : String(error) };
  }
}

/**  @param {unknown} error */
function usesUpTheStack(error) {
  return error instanceof RangeError && error.message.includes('call stack');
}
