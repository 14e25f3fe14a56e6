import { defined } from '../../../src/foundation/defined.js';
import { parseUrl } from '../../../src/foundation/parse-url.js';
import type { AddedSource } from './queries.js';
import { title } from '../ui/format.js';
import { t } from '../texts/texts.js';

/** What a person fills in for a source. */
export interface SourceDraft {
  kind: 'openapi' | 'mcp';
  id: string;
  /** Of a document or an MCP server. */
  url: string;
  /** The text of a document that was chosen or pasted; it counts instead of the URL. */
  document: string;
  /** The document's file, for people. */
  fileName: string;
  baseUrl: string;
  /** Whether requests carry the token of the user who asks. */
  forwards: boolean;
  /** The backend's own pages, a line each: `/orders/{id} https://shop.example.com/orders/{id}`. */
  links: string;
  /** Also make an agent that answers with it. */
  withAgent: boolean;
}

export const EMPTY: SourceDraft = {
  kind: 'openapi',
  id: '',
  url: '',
  document: '',
  fileName: '',
  baseUrl: '',
  forwards: false,
  links: '',
  withAgent: true,
};

const ID = /^[a-z][a-z0-9_]{0,19}$/;

/** What is missing or wrong, by field; empty when it can be sent. */
export function faultsOf(draft: SourceDraft): Partial<Record<keyof SourceDraft, string>> {
  const { kind, id, url, document, baseUrl, links } = draft;
  const isUrl = (text: string) => /^https?:\/\/\S+$/.test(text.trim());
  return defined({
    id: ID.test(id) ? undefined : t('One short word: small letters, digits and _, a letter first.'),
    url:
      document === '' && !isUrl(url)
        ? kind === 'mcp'
          ? t('The https address of the server.')
          : t('An https address, or choose a file.')
        : undefined,
    baseUrl:
      kind === 'openapi' && !isUrl(baseUrl)
        ? t('Where requests are sent: https://api.example.com')
        : undefined,
    links: pairsIn(links).every(([key, address]) => key !== '' && isUrl(address))
      ? undefined
      : t('Each line: what it is about, a space, and an https address.'),
  });
}

/** What was filled in for one that was added. */
export function draftOf({ id, source, agent, document = '' }: AddedSource): SourceDraft {
  const { openapi, mcp, base_url: baseUrl, auth, links } = source;
  const server = mcp as { url?: string } | undefined;
  return {
    kind: server === undefined ? 'openapi' : 'mcp',
    id,
    url: server?.url ?? (openapi as string | undefined) ?? '',
    document,
    fileName: document === '' ? '' : t('as it was sent'),
    baseUrl: (baseUrl as string | undefined) ?? '',
    forwards: typeof auth === 'object',
    links: Object.entries((links ?? {}) as Record<string, string>)
      .map((pair) => pair.join(' '))
      .join('\n'),
    withAgent: agent !== undefined,
  };
}

/** The body that adds it, or changes `before`: what the form does not ask for stays as it was. */
export function bodyOf(draft: SourceDraft, before?: AddedSource): AddedSource {
  const { kind, id, url, document, baseUrl, forwards, links, withAgent } = draft;
  const name = title(id);
  const agent = before?.agent ?? {
    title: name,
    description: `Answers questions about ${name} and proposes changes to it.`,
  };
  const { openapi: _o, base_url: _b, auth: _a, links: _l, ...unchanged } = before?.source ?? {};
  const pairs = pairsIn(links);
  const kept: Record<string, unknown> = {
    ...unchanged,
    ...defined({ links: pairs.length === 0 ? undefined : Object.fromEntries(pairs) }),
  };
  const source =
    kind === 'mcp'
      ? { ...kept, mcp: { ...(kept['mcp'] as object | undefined), url: url.trim() } }
      : {
          ...kept,
          ...defined({ openapi: document === '' ? url.trim() : undefined }),
          base_url: baseUrl.trim(),
          ...defined({ auth: forwards ? { forward: 'authorization' } : undefined }),
        };
  return {
    id,
    source,
    ...defined({
      agent: withAgent ? agent : undefined,
      document: kind === 'openapi' && document !== '' ? document : undefined,
      // Who ticks the box with the address beside it allows that address.
      forward_to: kind === 'openapi' && forwards ? originOf(baseUrl) : undefined,
    }),
  };
}

/** What the lines say: up to the first blank what a page is about, then its address. */
function pairsIn(lines: string): [string, string][] {
  const written = lines.split('\n').map((line) => line.trim());
  return written.filter(Boolean).map((line) => {
    const [key = '', ...address] = line.split(/\s+/);
    return [key, address.join(' ')];
  });
}

/** The origin of an address, as browsers write it; undefined for what is none. */
export function originOf(address: string): string | undefined {
  return parseUrl(address.trim())?.origin;
}
