/** A node of a Markdown tree, as far as markers need it. */
export interface TreeNode {
  type: string;
  value?: string;
  children?: TreeNode[];
  data?: { hName: string; hProperties: Record<string, string> };
}

const MARKER = /\[(\d{1,3})\]/g;
/** What is in these is shown as it is written. */
const LITERAL = new Set([
  'code',
  'inlineCode',
  'link',
  'linkReference',
  'definition',
  'html',
  'source',
]);

/** A remark plugin: each marker `[n]` in running text becomes `<sup data-source="n">`. */
export function markSources() {
  return (tree: TreeNode): void => mark(tree);
}

function mark(node: TreeNode): void {
  if (node.children === undefined || LITERAL.has(node.type)) return;
  node.children = node.children.flatMap((child) =>
    child.type === 'text' ? parts(child.value ?? '') : [child],
  );
  node.children.forEach(mark);
}

/** A text cut at its markers; put together again it is the same text. */
export function parts(text: string): TreeNode[] {
  const found: TreeNode[] = [];
  let from = 0;
  for (const { 0: marker, 1: number = '', index } of text.matchAll(MARKER)) {
    if (index > from) found.push({ type: 'text', value: text.slice(from, index) });
    found.push(source(marker, number));
    from = index + marker.length;
  }
  if (from < text.length) found.push({ type: 'text', value: text.slice(from) });
  return found;
}

function source(marker: string, number: string): TreeNode {
  return {
    type: 'source',
    data: { hName: 'sup', hProperties: { dataSource: number } },
    children: [{ type: 'text', value: marker }],
  };
}
