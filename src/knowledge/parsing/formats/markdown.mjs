import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { parseHtmlText } from './html.mjs';
import { oneLine, rowText, decode } from './piece.mjs';

/** A block of fields before the text, as site generators write it. */
const FRONT_MATTER = /^\ufeff?---\n([^]*?)\n---[^\S\n]*\n/;

const PART_CHARS = 8_000;

/**
 * CommonMark with GitHub's tables. Front matter is no text; its title is the document's.
 * @param {Uint8Array} bytes @param {number} partChars @returns {import('./piece.mjs').Parsed}
 */
export function parseMarkdown(bytes, partChars = PART_CHARS) {
  const text = decode(bytes);
  const front = FRONT_MATTER.exec(text);
  const title = titleIn(front?.[1] ?? '');
  const body = text.slice(front?.[0].length ?? 0);
  const parts = partsOf(body, partChars);
  /** @type {import('./piece.mjs').Piece[]} */
  const pieces = [];
  for (const tree of withDefinitions(parts, parse)) {
    for (const node of tree.children) addNode(node, pieces, 'paragraph');
  }
  return { ...(title === undefined ? {} : { title }), pieces };
}

/** @param {string} text */
function parse(text) {
  return fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
}

/**
 * Adds a block-level node; `kind` is what a paragraph in it counts as.
 * @param {import('mdast').RootContent} node
 * @param {import('./piece.mjs').Piece[]} pieces
 * @param {'paragraph' | 'list_item'} kind
 */
function addNode(node, pieces, kind) {
  switch (node.type) {
    case 'heading':
      pieces.push({ kind: 'heading', level: node.depth, text: inline(node) });
      break;
    case 'paragraph':
      pieces.push({ kind, text: inline(node) });
      break;
    case 'code':
      pieces.push({ kind: 'code', text: node.value });
      break;
    case 'html':
      pieces.push(...parseHtmlText(node.value).pieces);
      break;
    case 'list':
      addList(node, pieces);
      break;
    case 'table':
      addTable(node, pieces);
      break;
    case 'blockquote':
    case 'footnoteDefinition':
      for (const child of node.children) addNode(child, pieces, kind);
      break;
    default:
  }
}

/** The title in front matter, without quotes. @param {string} fields @returns {string | undefined} */
function titleIn(fields) {
  const said = /^title:([^\n]*)/im.exec(fields)?.[1]?.trim() ?? '';
  const quote = said.charAt(0);
  const isQuoted = said.length > 1 && /["']/.test(quote) && said.endsWith(quote);
  const title = isQuoted ? said.slice(1, -1) : said;
  return /[^\s"']/.test(title) ? title : undefined;
}

/** @param {import('mdast').List} list @param {import('./piece.mjs').Piece[]} pieces */
function addList(list, pieces) {
  list.children.forEach((item, index) => {
    const [first, ...rest] = item.children;
    // The number is part of what is cited: "paragraph 2, number 3".
    const mark = list.ordered ? `${(list.start ?? 1) + index}. ` : '';
    if (first?.type === 'paragraph') pieces.push({ kind: 'list_item', text: mark + inline(first) });
    else if (first) addNode(first, pieces, 'list_item');
    for (const child of rest) addNode(child, pieces, 'list_item');
  });
}

/** @param {import('mdast').Table} table @param {import('./piece.mjs').Piece[]} pieces */
function addTable(table, pieces) {
  const [head, ...rows] = table.children.map((row) => row.children.map(inline));
  if (rows.length === 0 && head) pieces.push({ kind: 'table_row', text: rowText([], head) });
  for (const cells of rows) pieces.push({ kind: 'table_row', text: rowText(head ?? [], cells) });
}

/** Inline text without emphasis and addresses. @param {import('mdast').Nodes} node @returns {string} */
function inline(node) {
  return oneLine(rawText(node));
}

/** @param {import('mdast').Nodes} node @returns {string} */
function rawText(node) {
  if (node.type === 'break') return ' ';
  if (node.type === 'image' || node.type === 'imageReference') return node.alt ?? '';
  if (node.type === 'html') return '';
  if ('value' in node) return node.value;
  if ('children' in node) return node.children.map(rawText).join('');
  return '';
}

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
 * Parts of a Markdown text that mean apart what they mean together, each at least `size` characters but the last: the
 * parser's time grows with the square of what it reads at once. A part ends at a blank line before a line that nothing
 * earlier can continue in, outside of code, long HTML and what cannot be told without parsing.
 * @param {string} text @param {number} size @returns {string[]}
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

/** @typedef {import('mdast').Root} Root */

/** What is used like `[label]` or `[^label]`; without a definition the brackets are text. */
const LABEL = /\[(\^?[^[\]]{1,999})\]/g;

/** Nothing that is read, and nothing before it continues after it. */
const DEFINITION_FENCE = '<!---->';

/**
 * The trees of parts of one text. A part that uses a label which another part defines is parsed again with
 * that definition before it. A footnote is defined there without its text, which stands where it was written.
 * @param {readonly string[]} parts @param {(text: string) => Root} parse @returns {Root[]}
 */
function withDefinitions(parts, parse) {
  const trees = parts.map(parse);
  const own = trees.map((tree) => definitionsIn(tree));
  /** @type {Map<string, string>} */
  const all = new Map();
  for (const [key, source] of own.flatMap((each) => [...each]))
    if (!all.has(key)) all.set(key, source);
  if (all.size === 0 || parts.length === 1) return trees;
  return trees.map((tree, at) => {
    const part = parts[at] ?? '';
    const used = new Set([...part.matchAll(LABEL)].map(([, label = '']) => normal(label)));
    const missing = [...used]
      .filter((key) => !own[at]?.has(key))
      .flatMap((key) => all.get(key) ?? []);
    return missing.length === 0 ? tree : parse([...missing, DEFINITION_FENCE, part].join('\n\n'));
  });
}

/**
 * The definitions of a tree by their label, as Markdown.
 * @param {import('mdast').Nodes} node
 * @param {Map<string, string>} found
 * @returns {Map<string, string>}
 */
function definitionsIn(node, found = new Map()) {
  if (node.type === 'definition' || node.type === 'footnoteDefinition') {
    const isNote = node.type === 'footnoteDefinition';
    const label = `${isNote ? '^' : ''}${node.label ?? node.identifier}`;
    if (!found.has(normal(label))) found.set(normal(label), `[${label}]:${isNote ? '' : ' #'}`);
  }
  if ('children' in node) for (const child of node.children) definitionsIn(child, found);
  return found;
}

/** @param {string} label */
function normal(label) {
  return label.trim().replace(/\s+/g, ' ').toLowerCase();
}
