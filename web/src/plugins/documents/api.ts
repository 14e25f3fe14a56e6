import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { getJson, headersOf, problemOf, remove, type Page } from '../../api/client.js';
import type { DocumentKind } from '../../../../src/knowledge/parsing/document-kind.js';

/** One of the user's documents, or a shared one. */
export interface DocumentItem {
  id: string;
  kb_id: string;
  /** Of the sample: read by all, deleted by none. */
  shared: boolean;
  title: string;
  file_name: string;
  kind: DocumentKind;
  language?: string;
  bytes: number;
  state: 'parsing' | 'embedding' | 'ready' | 'failed';
  failure?: { reason: string; message: string };
  pages?: number;
  /** The model that wrote the text from the image; nobody checked it. */
  read_by?: string;
  block_count: number;
  chunk_count: number;
  embedded_count: number;
  created_at: string;
  updated_at: string;
}

/** The smallest piece of a document that can be cited. */
export interface DocumentBlock {
  block_id: string;
  /** From 0. */
  position: number;
  kind: 'heading' | 'paragraph' | 'list_item' | 'table_row' | 'code';
  heading_path: string[];
  page?: number;
  /** Where it stands on its page: left, top, right and bottom as shares of it. */
  box?: PageBox;
  text: string;
}

export type PageBox = readonly [left: number, top: number, right: number, bottom: number];

/** A place that a search found, and why. */
export interface PassageItem {
  chunk_id: string;
  document_id: string;
  title: string;
  heading_path: string[];
  page?: number;
  text: string;
  blocks: { block_id: string; text: string }[];
  score: number;
  why: string;
}

/** What a search answers; `searched` is how many passages there were. */
export interface Passages extends Page<PassageItem> {
  searched: number;
  notes: string[];
}

/** How many blocks are read at once. */
export const BLOCKS_AT_ONCE = 100;
const ROOT = '/v1/documents';
const ALL = ['documents'];

/** The address of a document's routes. */
export function documentPath(id: string, rest = ''): string {
  return `${ROOT}/${encodeURIComponent(id)}${rest}`;
}

/** All documents the user can read; asked again while one of them is still being read. */
export function useDocuments() {
  return useQuery({
    queryKey: [...ALL, 'list'],
    queryFn: ({ signal }) => getJson<Page<DocumentItem>>(ROOT, signal),
    refetchInterval: ({ state }) => (state.data?.items.some(isUnderWay) ? 2000 : false),
  });
}

/** One document. */
export function useDocument(id: string) {
  return useQuery({
    queryKey: [...ALL, 'one', id],
    queryFn: ({ signal }) => getJson<DocumentItem>(documentPath(id), signal),
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? 1000 : false),
  });
}

/** True while a document is being read. */
export function isUnderWay({ state }: DocumentItem): boolean {
  return state === 'parsing' || state === 'embedding';
}

/** The blocks of a document from its beginning, or around one of them; more are read before and behind. */
export function useBlocks(id: string, around: string | undefined) {
  return useInfiniteQuery({
    queryKey: [...ALL, 'blocks', id, around ?? ''],
    queryFn: ({ pageParam, signal }) =>
      getJson<Page<DocumentBlock>>(documentPath(id, `/blocks?${pageParam}`), signal),
    initialPageParam: around === undefined ? partOf(0) : `around=${encodeURIComponent(around)}`,
    getNextPageParam: ({ items, total }) => {
      const next = (items.at(-1)?.position ?? total) + 1;
      return next < total ? partOf(next) : undefined;
    },
    getPreviousPageParam: ({ items }) => {
      const first = items[0]?.position ?? 0;
      const from = Math.max(0, first - BLOCKS_AT_ONCE);
      return first > 0 ? partOf(from, first - from) : undefined;
    },
    staleTime: Infinity,
    retry: false,
  });
}

function partOf(from: number, limit = BLOCKS_AT_ONCE): string {
  return `from=${from}&limit=${limit}`;
}

/** The file of a document as it was uploaded. */
export function useOriginal(id: string) {
  return useQuery({
    queryKey: [...ALL, 'file', id],
    queryFn: async ({ signal }) => {
      const response = await fetch(documentPath(id, '/file'), { headers: headersOf(), signal });
      if (!response.ok) throw await problemOf(response);
      return new Uint8Array(await response.arrayBuffer());
    },
    staleTime: Infinity,
    gcTime: 60_000,
    retry: false,
  });
}

/** Passages of a knowledge base that fit a question; nothing is asked for an empty one. */
export function usePassages(question: string, kbId: string) {
  const asked = new URLSearchParams({ q: question, kb_id: kbId, top_k: '10' });
  return useQuery({
    queryKey: [...ALL, 'search', asked.toString()],
    queryFn: ({ signal }) => getJson<Passages>(`${ROOT}/search?${asked.toString()}`, signal),
    enabled: question !== '',
  });
}

/** Deletes a document for good; `onGone` comes before the lists are asked for again. */
export function useDeleteDocument(onGone: () => void) {
  const changed = useDocumentsChanged();
  return async (id: string) => {
    await remove(documentPath(id));
    onGone();
    await changed();
  };
}

/** Asks again for everything that is known of documents. */
export function useDocumentsChanged(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ALL });
}
