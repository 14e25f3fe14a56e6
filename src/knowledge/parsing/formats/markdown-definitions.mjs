/** @typedef {import('mdast').Root} Root */

/** What is used like `[label]` or `[^label]`; without a definition the brackets are text. */
const LABEL = /\[(\^?[^[\]]{1,999})\]/g;

/** Nothing that is read, and nothing before it continues after it. */
const FENCE = '<!---->';

/**
 * The trees of parts of one text. A part that uses a label which another part defines is parsed again with
 * that definition before it. A footnote is defined there without its text, which stands where it was written.
 * @param {readonly string[]} parts
 * @param {(text: string) => Root} parse
 * @returns {Root[]}
 */
export function withDefinitions(parts, parse) {
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
    return missing.length === 0 ? tree : parse([...missing, FENCE, part].join('\n\n'));
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
