import { defaultTreeAdapter as tree, parse } from 'parse5';
import { oneLine, rowText, tooDeep, decode } from './piece.mjs';

/** Elements whose content nobody reads as the document's text. */
const HIDDEN = new Set(
  'script style template noscript iframe object svg head nav select button'.split(' '),
);

/** Elements that stand on lines of their own. */
const BLOCKS = new Set(
  `address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption
  figure footer form h1 h2 h3 h4 h5 h6 header hr html li main ol p pre section summary table tbody td
  tfoot th thead tr ul`.split(/\s+/),
);

/** Nested deeper than this is no page that somebody wrote. */
const MAX_DEPTH = 400;

/** The `<body>` without scripts, styles and navigation. @param {Uint8Array} bytes @returns {import('./piece.mjs').Parsed} */
export function parseHtml(bytes) {
  return parseHtmlText(decode(bytes));
}

/** @param {string} html @returns {import('./piece.mjs').Parsed} */
export function parseHtmlText(html) {
  const document = parse(html);
  const title = findTitle(document);
  const walk = new Walk();
  walk.children(document, 0);
  walk.flush();
  walk.endTerms();
  return { ...(title === '' ? {} : { title }), pieces: walk.pieces };
}

/** @typedef {import('parse5').DefaultTreeAdapterTypes.Node} Node */
/** @typedef {import('parse5').DefaultTreeAdapterTypes.Element} Element */

class Walk {
  /** @type {import('./piece.mjs').Piece[]} */
  pieces = [];
  text = '';
  /** What the next text explains. */
  lead = '';
  /** @type {Omit<import('./piece.mjs').Piece, 'text'>} */
  current = { kind: 'paragraph' };

  flush() {
    const text = this.current.kind === 'code' ? this.text.trim() : oneLine(this.text);
    this.text = '';
    if (text === '') return;
    this.pieces.push({ ...this.current, text: this.lead === '' ? text : `${this.lead}: ${text}` });
    this.lead = '';
  }

  /** @param {Node} node @param {number} depth */
  children(node, depth) {
    if (!('childNodes' in node)) return;
    if (depth > MAX_DEPTH) throw tooDeep();
    for (const child of node.childNodes) this.node(child, depth + 1);
  }

  /** @param {Node} node @param {number} depth */
  node(node, depth) {
    if (tree.isTextNode(node)) this.text += node.value;
    if (!tree.isElementNode(node) || HIDDEN.has(node.tagName)) return;
    if (node.tagName === 'br') this.text += this.current.kind === 'code' ? '\n' : ' ';
    else if (node.tagName === 'table') this.table(node, depth);
    else if (node.tagName === 'dt') this.term(node);
    else if (BLOCKS.has(node.tagName)) this.block(node, depth);
    else this.children(node, depth);
  }

  /** @param {Element} element @param {number} depth */
  block(element, depth) {
    const outer = this.current;
    this.flush();
    this.current = pieceOf(element.tagName) ?? outer;
    this.children(element, depth);
    this.flush();
    if (element.tagName === 'dl') this.endTerms();
    this.current = outer;
  }

  /** A term begins the text that explains it. @param {Element} element */
  term(element) {
    this.flush();
    const text = oneLine(textOf(element, 0)).replace(/:$/, '');
    this.lead = this.lead === '' ? text : `${this.lead}, ${text}`;
  }

  endTerms() {
    this.text += this.lead;
    this.lead = '';
    this.flush();
  }

  /** A row that holds another table is there for its looks. @param {Element} table @param {number} depth */
  table(table, depth) {
    this.flush();
    for (const caption of elements(table, 'caption', 'table')) this.block(caption, depth);
    /** @type {string[] | undefined} */
    let headings;
    /** @type {string[] | undefined} */
    let unused;
    for (const row of elements(table, 'tr', 'table')) {
      const cells = row.childNodes.filter(isCell);
      if (cells.some((cell) => elements(cell, 'table').length > 0)) {
        for (const cell of cells) this.block(cell, depth + 1);
        continue;
      }
      const texts = cells.map((cell) => oneLine(textOf(cell, 0)));
      if (headings === undefined && cells.every(({ tagName }) => tagName === 'th')) {
        headings = unused = texts;
        continue;
      }
      headings ??= [];
      unused = undefined;
      this.row(headings, texts);
    }
    if (unused) this.row([], unused);
  }

  /** @param {string[]} headings @param {string[]} cells */
  row(headings, cells) {
    const text = rowText(headings, cells);
    if (text !== '') this.pieces.push({ kind: 'table_row', text });
  }
}

/** @param {Node} node @returns {node is Element} */
function isCell(node) {
  return tree.isElementNode(node) && /^t[hd]$/.test(node.tagName);
}

/** @param {string} tag @returns {Omit<import('./piece.mjs').Piece, 'text'> | undefined} */
function pieceOf(tag) {
  if (/^h[1-6]$/.test(tag)) return { kind: 'heading', level: Number(tag[1]) };
  if (tag === 'li' || tag === 'dd') return { kind: 'list_item' };
  return tag === 'pre' ? { kind: 'code' } : undefined;
}

/** @param {Node} node @param {number} depth @returns {string} */
function textOf(node, depth) {
  if (tree.isTextNode(node)) return node.value;
  if (!('childNodes' in node) || depth > MAX_DEPTH || HIDDEN.has(node.nodeName)) return '';
  const text = node.childNodes.map((child) => textOf(child, depth + 1)).join('');
  return BLOCKS.has(node.nodeName) || node.nodeName === 'br' ? ` ${text} ` : text;
}

/**
 * The elements of one name anywhere inside, in order; inside of those named by `closed` nobody looks.
 * @param {Node} root @param {string} tag @param {string} [closed] @returns {Element[]}
 */
function elements(root, tag, closed) {
  /** @type {Element[]} */
  const found = [];
  const open = 'childNodes' in root ? [...root.childNodes].reverse() : [];
  for (let node = open.pop(); node; node = open.pop()) {
    if (!tree.isElementNode(node)) continue;
    if (node.tagName === tag) found.push(node);
    if (node.tagName === closed) continue;
    for (const child of [...node.childNodes].reverse()) open.push(child);
  }
  return found;
}

/** @param {Node} document */
function findTitle(document) {
  const [title] = elements(document, 'title');
  return title ? oneLine(textOf({ ...title, nodeName: 'div' }, 0)) : '';
}
