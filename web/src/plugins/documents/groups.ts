import type { DocumentBlock } from './api.js';

/** Neighbouring blocks that belong together: the items of a list, the rows of a table. */
export interface BlockGroup {
  kind: DocumentBlock['kind'];
  blocks: DocumentBlock[];
  /** The page that begins with it. */
  newPage?: number;
}

const TOGETHER: ReadonlySet<DocumentBlock['kind']> = new Set(['list_item', 'table_row']);

/** Blocks as they are drawn, each once and in order; a new page begins a new group. */
export function groupsOf(blocks: readonly DocumentBlock[]): BlockGroup[] {
  const groups: BlockGroup[] = [];
  let page: number | undefined;
  for (const block of blocks) {
    const last = groups.at(-1);
    const turns = block.page !== undefined && block.page !== page;
    page = block.page ?? page;
    if (last?.kind === block.kind && TOGETHER.has(block.kind) && !turns) last.blocks.push(block);
    else
      groups.push({ kind: block.kind, blocks: [block], ...(turns ? { newPage: block.page } : {}) });
  }
  return groups;
}
