import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { parseHtmlText } from './html.mjs';
import { withDefinitions } from './markdown-definitions.mjs';
import { partsOf } from './markdown-parts.mjs';
import { oneLine, rowText } from './piece.mjs';
import { decode } from './text.mjs';

/** A block of fields before the text, as site generators write it. */
const FRONT_MATTER = /^\ufeff?---\n([^]*?)\n---[^\S\n]*\n/;

/** Characters that the parser reads at once. */
const PART_CHARS = 8_000;

/**
 * CommonMark with GitHub's tables. Front matter is no text; its title is the document's.
 * @param {Uint8Array} bytes
 * @param {number} partChars
 * @returns {import('./piece.mjs').Parsed}
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

/**
 * The title among the fields of front matter, without the quotes around it.
 * @param {string} fields
 * @returns {string | undefined}
 */
function titleIn(fields) {
  const said = /^title:([^\n]*)/im.exec(fields)?.[1]?.trim() ?? '';
  const quote = said.charAt(0);
  const isQuoted = said.length > 1 && /["']/.test(quote) && said.endsWith(quote);
  const title = isQuoted ? said.slice(1, -1) : said;
  return /[^\s"']/.test(title) ? title : undefined;
}

/**
 * @param {import('mdast').List} list
 * @param {import('./piece.mjs').Piece[]} pieces
 */
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

/**
 * @param {import('mdast').Table} table
 * @param {import('./piece.mjs').Piece[]} pieces
 */
function addTable(table, pieces) {
  const [head, ...rows] = table.children.map((row) => row.children.map(inline));
  if (rows.length === 0 && head) pieces.push({ kind: 'table_row', text: rowText([], head) });
  for (const cells of rows) pieces.push({ kind: 'table_row', text: rowText(head ?? [], cells) });
}

/**
 * The text of a node's inline content, without marks of emphasis and addresses of links.
 * @param {import('mdast').Nodes} node
 * @returns {string}
 */
function inline(node) {
  return oneLine(rawText(node));
}

/**
 * @param {import('mdast').Nodes} node
 * @returns {string}
 */
function rawText(node) {
  if (node.type === 'break') return ' ';
  if (node.type === 'image' || node.type === 'imageReference') return node.alt ?? '';
  if (node.type === 'html') return '';
  if ('value' in node) return node.value;
  if ('children' in node) return node.children.map(rawText).join('');
  return '';
}
