import type { NamedPlace } from '../registry/plugin.js';
import type { TreeNode } from './mark-sources.js';

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

/** A remark plugin: each place that running text names becomes `<a data-place="key">`. */
export function linkPlaces(find: (text: string) => readonly NamedPlace[]) {
  return () =>
    (tree: TreeNode): void =>
      link(tree, find);
}

function link(node: TreeNode, find: (text: string) => readonly NamedPlace[]): void {
  if (node.children === undefined || LITERAL.has(node.type)) return;
  node.children = node.children.flatMap((child) =>
    child.type === 'text' ? parts(child.value ?? '', find) : [child],
  );
  for (const child of node.children) link(child, find);
}

/** A text cut at the places; put together again it is the same text. */
function parts(text: string, find: (text: string) => readonly NamedPlace[]): TreeNode[] {
  const found: TreeNode[] = [];
  let from = 0;
  for (const { start, end, key } of find(text)) {
    if (start > from) found.push({ type: 'text', value: text.slice(from, start) });
    found.push(place(key, text.slice(start, end)));
    from = end;
  }
  if (from < text.length) found.push({ type: 'text', value: text.slice(from) });
  return found;
}

function place(key: string, name: string): TreeNode {
  return {
    type: 'place',
    data: { hName: 'a', hProperties: { dataPlace: key } },
    children: [{ type: 'text', value: name }],
  };
}
