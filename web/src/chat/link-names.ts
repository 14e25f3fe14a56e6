import type { TreeNode } from './mark-sources.js';

/** Something that people know by its name, and the page of it. */
export interface NamedThing {
  name: string;
  to: string;
  /** What stands behind it: of an id, the name. */
  beside?: string | undefined;
}

const QUOTED = /[“"]([^“”"]{1,120})[”"]/g;
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
]);
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
    const found: TreeNode[] = [];
    let from = 0;
    for (const { 1: name = '', index } of text.matchAll(QUOTED)) {
      const named = byName.get(name);
      if (named === undefined) continue;
      found.push({ type: 'text', value: text.slice(from, index + 1) }, ...thing(named));
      from = index + 1 + name.length;
    }
    if (from < text.length) found.push({ type: 'text', value: text.slice(from) });
    return found;
  }
}

/** True where the name is a whole word at the start. */
function startsWith(text: string, name: string): boolean {
  return text.startsWith(name) && !/^[\p{L}\p{N}]/u.test(text.slice(name.length));
}

function thing({ name, to, beside }: NamedThing): TreeNode[] {
  const link: TreeNode = {
    type: 'thing',
    data: { hName: 'a', hProperties: { dataTo: to } },
    children: [{ type: 'text', value: name }],
  };
  return beside === undefined ? [link] : [link, { type: 'text', value: ` (${beside})` }];
}
