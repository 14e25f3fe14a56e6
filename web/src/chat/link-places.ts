import type { TreeNode } from './mark-sources.js';
import { namedAt } from './named-at.js';

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

/** A remark plugin: each of these names in running text becomes `<a data-place="name">`, the longest first. */
export function linkPlaces(names: readonly string[]) {
  const longest = [...new Set(names)].toSorted((one, other) => other.length - one.length);
  return () =>
    (tree: TreeNode): void => {
      for (const name of longest) link(tree, name);
    };
}

function link(node: TreeNode, name: string): void {
  if (node.children === undefined || LITERAL.has(node.type)) return;
  node.children = node.children.flatMap((child) =>
    child.type === 'text' ? parts(child.value ?? '', name) : [child],
  );
  for (const child of node.children) link(child, name);
}

/** A text cut at a name; put together again it is the same text. */
function parts(text: string, name: string): TreeNode[] {
  const found: TreeNode[] = [];
  let from = 0;
  for (let at = namedAt(text, name); at >= 0; at = namedAt(text, name, from)) {
    if (at > from) found.push({ type: 'text', value: text.slice(from, at) });
    found.push(place(name));
    from = at + name.length;
  }
  if (from < text.length) found.push({ type: 'text', value: text.slice(from) });
  return found;
}

function place(name: string): TreeNode {
  return {
    type: 'place',
    data: { hName: 'a', hProperties: { dataPlace: name } },
    children: [{ type: 'text', value: name }],
  };
}
