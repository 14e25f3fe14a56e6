import type { McpResources } from '../agentapi/protocols/mcp/mcp-server.js';
import { AppError } from '../foundation/errors.js';
import { visibleText } from '../foundation/invisible.js';
import { parseUrl } from '../foundation/parse-url.js';
import type { Block } from '../knowledge/blocks.js';
import type { Knowledge } from '../knowledge/knowledge.js';

const MIME = 'text/markdown';
/** Of one read: about 60,000 characters. */
const BLOCKS = 100;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

type Documents = Pick<Knowledge, 'documents' | 'document' | 'blocks' | 'blocksById'>;

/** The documents of a user and their blocks, as resources of the MCP server. */
export function documentResources(knowledge: Documents): McpResources {
  return {
    templates: [
      {
        uriTemplate: 'sextant://documents/{id}{?from}',
        name: 'document',
        description: `A document's text, ${BLOCKS} blocks from the one numbered "from" (0 the first) on.`,
      },
      {
        uriTemplate: 'sextant://blocks/{id}',
        name: 'block',
        description: 'One block of a document, by the id that searches and citations name.',
      },
    ],
    list: async (userId, from, limit) => {
      const ready = (await knowledge.documents(userId)).filter(({ state }) => state === 'ready');
      return ready.slice(from, from + limit).map(({ id, title, fileName, blockCount }) => ({
        uri: `sextant://documents/${id}`,
        name: visibleText(fileName),
        title: visibleText(title),
        description: `${blockCount} blocks`,
        mimeType: MIME,
      }));
    },
    read: async (userId, uri) => ({ mimeType: MIME, text: await textOf(knowledge, userId, uri) }),
  };
}

async function textOf(knowledge: Documents, userId: string, uri: string): Promise<string> {
  const { kind, id, from } = placeIn(uri);
  if (kind === 'blocks') {
    const [block] = await knowledge.blocksById(userId, [id]);
    if (block === undefined) throw noResource(uri);
    return blockText(block);
  }
  const { title, blockCount } = await knowledge.document(userId, id);
  const blocks = await knowledge.blocks(userId, id, from, BLOCKS);
  const next = from + blocks.length;
  const more = next < blockCount ? [`(Continues at sextant://documents/${id}?from=${next})`] : [];
  return [`# ${visibleText(title)}`, ...blocks.map(blockText), ...more].join('\n\n');
}

function blockText({ id, page, text }: Pick<Block, 'id' | 'page' | 'text'>): string {
  const place = page === undefined ? '' : `, page ${page}`;
  return `[block ${id}${place}]\n${visibleText(text)}`;
}

function placeIn(uri: string): { kind: 'documents' | 'blocks'; id: string; from: number } {
  const url = parseUrl(uri);
  const kind = url?.host === 'documents' || url?.host === 'blocks' ? url.host : undefined;
  const id = url?.pathname.slice(1) ?? '';
  const from = Number(url?.searchParams.get('from') ?? 0);
  const isKnown = url?.protocol === 'sextant:' && kind !== undefined && UUID.test(id);
  if (isKnown && Number.isInteger(from) && from >= 0) return { kind, id, from };
  throw noResource(uri);
}

function noResource(uri: string): AppError {
  return new AppError(
    'not_found',
    `There is no resource ${uri.slice(0, 200)}. resources/list names the documents.`,
  );
}
