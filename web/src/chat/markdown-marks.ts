import type { NamedPlace } from '../registry/plugin.js';

/** A node of a Markdown tree, as far as what is marked in its texts needs it. */
export interface TreeNode {
  type: string;
  value?: string;
  children?: TreeNode[];
  data?: { hName?: string; hProperties: Record<string, string> };
}

/** What is in these is shown as it is written. */
const LITERAL = new Set([
  'code',
  'inlineCode',
  'link',
  'linkReference',
  'definition',
  'html',
  'source',
  'thing',
  'place',
]);

/** A remark plugin: each outer block reads in the direction of its own first words. */
export function setDirections() {
  return (tree: TreeNode): void => {
    for (const block of tree.children ?? []) block.data = { hProperties: { dir: 'auto' } };
  };
}

const MARKER = /\[(\d{1,3})\]/g;

/** A remark plugin: each marker `[n]` in running text becomes `<sup data-source="n">`. */
export function markSources() {
  return (tree: TreeNode): void => cutTexts(tree, markersIn);
}

/** A text cut at its markers; put together again it is the same text. */
export function markersIn(text: string): TreeNode[] {
  const markers = [...text.matchAll(MARKER)].map(({ 0: marker, 1: number = '', index: start }) => ({
    start,
    end: start + marker.length,
    nodes: [marked('source', 'sup', { dataSource: number }, marker)],
  }));
  return cutAt(text, markers);
}

/** A remark plugin: each place that running text names becomes `<a data-place="key">`. */
export function linkPlaces(find: (text: string) => readonly NamedPlace[]) {
  const placesIn = (text: string) =>
    cutAt(
      text,
      find(text).map(({ start, end, key }) => ({
        start,
        end,
        nodes: [marked('place', 'a', { dataPlace: key }, text.slice(start, end))],
      })),
    );
  return () =>
    (tree: TreeNode): void =>
      cutTexts(tree, placesIn);
}

/** Something that people know by its name, and the page of it. */
export interface NamedThing {
  name: string;
  to: string;
  /** What stands behind it: of an id, the name. */
  beside?: string | undefined;
}

const QUOTED = /[“"]([^“”"]{1,120})[”"]/g;
/** What begins in these is a name more often than a word. */
const NAMING = new Set(['strong', 'emphasis', 'tableCell']);

/** A remark plugin: the names of known things in quotes, in bold, in a cell or at the start of a list item become links. */
export function linkNames(things: readonly NamedThing[]) {
  const byName = new Map(things.map((thing) => [thing.name, thing]));
  const longest = [...byName.values()].toSorted((a, b) => b.name.length - a.name.length);
  return () =>
    (tree: TreeNode): void => {
      if (byName.size > 0) link(tree, false);
    };

  function link(node: TreeNode, begins: boolean): void {
    if (node.children === undefined || LITERAL.has(node.type)) return;
    const naming = begins || NAMING.has(node.type) || node.type === 'listItem';
    node.children = node.children.flatMap((child, at) =>
      child.type === 'text' ? parts(child.value ?? '', naming && at === 0) : [child],
    );
    node.children.forEach((child, at) => link(child, naming && at === 0));
  }

  function parts(text: string, begins: boolean): TreeNode[] {
    const first = begins ? longest.find(({ name }) => startsWith(text, name)) : undefined;
    if (first === undefined) return quoted(text);
    return [...thing(first), ...quoted(text.slice(first.name.length))];
  }

  function quoted(text: string): TreeNode[] {
    const names = [...text.matchAll(QUOTED)].flatMap(({ 1: name = '', index }) => {
      const named = byName.get(name);
      const start = index + 1;
      return named === undefined ? [] : [{ start, end: start + name.length, nodes: thing(named) }];
    });
    return cutAt(text, names);
  }
}

/** True where the name is a whole word at the start. */
function startsWith(text: string, name: string): boolean {
  return text.startsWith(name) && !/^[\p{L}\p{N}]/u.test(text.slice(name.length));
}

function thing({ name, to, beside }: NamedThing): TreeNode[] {
  const link = marked('thing', 'a', { dataTo: to }, name);
  return beside === undefined ? [link] : [link, { type: 'text', value: ` (${beside})` }];
}

function marked(type: string, hName: string, hProperties: Record<string, string>, text: string) {
  return { type, data: { hName, hProperties }, children: [{ type: 'text', value: text }] };
}

/** Has each running text below a node cut. */
function cutTexts(node: TreeNode, cut: (text: string) => TreeNode[]): void {
  if (node.children === undefined || LITERAL.has(node.type)) return;
  node.children = node.children.flatMap((child) =>
    child.type === 'text' ? cut(child.value ?? '') : [child],
  );
  for (const child of node.children) cutTexts(child, cut);
}

/** A text with nodes in place of what was found in it, in its order. */
function cutAt(
  text: string,
  found: readonly { start: number; end: number; nodes: TreeNode[] }[],
): TreeNode[] {
  const nodes: TreeNode[] = [];
  let from = 0;
  for (const { start, end, nodes: instead } of found) {
    if (start > from) nodes.push({ type: 'text', value: text.slice(from, start) });
    nodes.push(...instead);
    from = end;
  }
  if (from < text.length) nodes.push({ type: 'text', value: text.slice(from) });
  return nodes;
}

/** An answer's characters that Markdown reads; beyond, parsing and drawing would hold the page for seconds. */
const MAX_MARKS = 4_000;
const MAX_LENGTH = 200_000;
/** Quotes and lists opened on one line, each inside the one before: parsing them is a call on the stack each. */
const MAX_NESTING = 50;

const MARKS = /[[\]()!*_~`<>|#=&@\\\n]/g;
const OPENINGS = /^(?:[ \t]|>|[-+*][ \t]|\d{1,9}[.)][ \t])+/gm;
const OPENING = />|[-+*.)]/g;
/** More accents on one letter than any script has: laying them out takes a browser minutes. */
const STACKED = /(\p{M}{16})\p{M}+/gu;

/** True where a text can be parsed and drawn at once; any other is shown as it is written. */
export function isDrawable(text: string): boolean {
  if (text.length > MAX_LENGTH) return false;
  if ((text.match(MARKS)?.length ?? 0) > MAX_MARKS) return false;
  const starts = text.match(OPENINGS) ?? [];
  return starts.every((start) => (start.match(OPENING)?.length ?? 0) <= MAX_NESTING);
}

/** The text with at most 16 combining marks in a row, and `…` for those left out. */
export function shortenMarks(text: string): string {
  return text.replace(STACKED, '$1…');
}
