/** The beginning of fenced code, and of HTML that continues over blank lines, each with its indentation. */
const FENCE = /^( {0,3})(?:(`{3,})[^`]*|(~{3,})(?!~).*)$/;
const LONG_HTML =
  /^( {0,3})<(?:!--|\?|!\[CDATA\[|![a-z]|(?:script|pre|style|textarea)(?=[\s>]|$))/i;
const FENCE_END = /^ {0,3}(`{3,}|~{3,})\s*$/;

/** How such HTML ends, by how it begins. */
/** @type {readonly [RegExp, RegExp][]} */
const HTML_ENDS = [
  [/^ *<!--/, /-->/],
  [/^ *<\?/, /\?>/],
  [/^ *<!\[/, /\]\]>/],
  [/^ *<!/, />/],
  [/^ *</, /<\/(?:script|pre|style|textarea)>/i],
];

const LIST_MARK = /^(?:[-*+]|\d{1,9}[.)])(?: {1,4}|$)/;

/** What begins a line that belongs to nothing before it, after a blank line: neither space nor a mark. */
const FRESH = /^(?![\s>|[<`~]|[-*+](?:\s|$)|\d{1,9}[.)](?:\s|$)|:\s)\S/;

/**
 * Parts of a Markdown text that mean apart what they mean together, each at least `size` characters but the
 * last: the parser's time grows with the square of what it reads at once. A part ends at a blank line before
 * a line that nothing earlier can continue in. Inside of code and long HTML there is no such place, nor behind
 * a place that cannot be told without parsing.
 * @param {string} text
 * @param {number} size
 * @returns {string[]}
 */
export function partsOf(text, size) {
  /** @type {string[]} */
  const parts = [];
  const reader = new LineReader();
  let start = 0;
  let at = 0;
  let isAfterBlank = false;
  for (const line of text.split('\n')) {
    if (isAfterBlank && at - start >= size && reader.inside === 'nothing' && FRESH.test(line)) {
      parts.push(text.slice(start, at));
      start = at;
    }
    reader.read(line);
    isAfterBlank = line.trim() === '';
    at += line.length + 1;
  }
  return [...parts, text.slice(start)];
}

/** Follows whether a line stands in code or HTML that continues over blank lines; what stands in a list ends with it. */
class LineReader {
  /** @type {'nothing' | 'code' | 'html' | 'unknown'} */
  inside = 'nothing';
  fence = '';
  /** @type {RegExp | undefined} */
  htmlEnd = undefined;
  /** Where the text of the list's last item begins. */
  listIndent = Infinity;
  /** Whether the lines since the last blank one may be HTML, in which marks mean nothing. */
  isAfterHtml = false;

  /** @param {string} line */
  read(line) {
    if (this.inside === 'code') this.readCode(line);
    else if (this.inside === 'html') this.readHtml(line);
    else if (this.inside === 'nothing') this.readText(line);
  }

  /** @param {string} line */
  readText(line) {
    if (/^\S/.test(line)) this.listIndent = LIST_MARK.exec(line)?.[0].length ?? Infinity;
    const code = FENCE.exec(line);
    const html = LONG_HTML.exec(line);
    const indent = (code ?? html)?.[1]?.length;
    if (indent !== undefined && !(indent > 0 && indent >= this.listIndent)) {
      if (indent > 0 || this.isAfterHtml) this.inside = 'unknown';
      else if (code) this.openCode(code);
      else this.openHtml(line);
    }
    if (line.trim() === '') this.isAfterHtml = false;
    else if (/^ {0,3}</.test(line)) this.isAfterHtml = true;
  }

  /** @param {RegExpExecArray} code */
  openCode([, , ticks, tildes]) {
    this.inside = 'code';
    this.fence = ticks ?? tildes ?? '';
  }

  /** @param {string} line */
  openHtml(line) {
    this.inside = 'html';
    this.htmlEnd = HTML_ENDS.find(([begin]) => begin.test(line))?.[1];
    this.readHtml(line);
  }

  /** @param {string} line */
  readCode(line) {
    if (FENCE_END.exec(line)?.[1]?.startsWith(this.fence)) this.inside = 'nothing';
  }

  /** @param {string} line */
  readHtml(line) {
    if (this.htmlEnd?.test(line)) this.inside = 'nothing';
  }
}
