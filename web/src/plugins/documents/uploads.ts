import { readFrames } from '@sextant/client';
import { defined } from '../../../../src/foundation/defined.js';
import { ApiProblem, headersOf, messageOf, postForm, problemOf } from '../../api/client.js';
import type { Attached } from '../../registry/plugin.js';
import { type DocumentItem, documentPath, isUnderWay } from './api.js';
import { t } from './texts.js';

/** One file on its way: sent, then read by the server, to its end. */
export interface Upload {
  key: string;
  name: string;
  state: 'waiting' | 'sending' | 'reading' | 'ready' | 'refused';
  document?: DocumentItem;
  /** Why it was refused. */
  reason?: string;
  /** The same content was there already. */
  known?: boolean;
}

/** The progress of an upload. */
type Tell = (change: Partial<Upload>) => void;

/** Where a file goes: a knowledge base, and the conversation that it is attached in. */
interface Destination {
  base: string;
  conversationId?: string;
}

/** Sends one file into a knowledge base and follows it until it is ready or refused; never rejects. */
export async function upload(
  file: File,
  { base, conversationId }: Destination,
  tell: Tell,
): Promise<void> {
  const refusal = refusalOf(file, conversationId !== undefined);
  if (refusal !== undefined) {
    tell({ state: 'refused', reason: refusal });
    return;
  }
  tell({ state: 'sending' });
  try {
    const form = new FormData();
    form.append('kb_id', base);
    if (conversationId !== undefined) form.append('conversation_id', conversationId);
    form.append('file', file);
    const document = await postForm<DocumentItem>('/v1/documents', form);
    const known = document.state === 'ready';
    tell({ document, known, state: stateOf(document) });
    if (isUnderWay(document)) await follow(document.id, tell);
    else tell(endOf(document));
  } catch (error) {
    tell({ state: 'refused', reason: messageOf(error) });
  }
}

/** Reads a document's way; when the connection breaks, what the list says must do. */
async function follow(id: string, tell: Tell): Promise<void> {
  const response = await fetch(documentPath(id, '/events'), { headers: headersOf() });
  if (!response.ok || response.body === null) throw await problemOf(response);
  for await (const { event, data } of readFrames(response.body)) {
    if (event === 'document_deleted') {
      throw new ApiProblem(404, 'not_found', t('It was deleted while it was being read.'));
    }
    if (event === 'document') tell(endOf(data as DocumentItem));
  }
}

function endOf(document: DocumentItem): Partial<Upload> {
  const { failure } = document;
  return {
    document,
    state: stateOf(document),
    ...defined({ reason: failure?.message }),
  };
}

function stateOf({ state }: DocumentItem): Upload['state'] {
  if (state === 'failed') return 'refused';
  return state === 'ready' ? 'ready' : 'reading';
}

/** An upload in words. */
export function uploadWords({ state, document, reason, known }: Upload): string {
  switch (state) {
    case 'waiting':
      return t('Waiting');
    case 'sending':
      return t('Uploading');
    case 'reading':
      return document?.state === 'embedding'
        ? t('Searchable by words; by meaning {done} of {all}', {
            done: document.embedded_count,
            all: document.chunk_count,
          })
        : t('Reading');
    case 'ready':
      return known ? t('Already uploaded') : t('Ready');
    case 'refused':
      return reason ?? t('Refused');
  }
}

/** How far it is, from 0 to 1; undefined while that cannot be told. */
export function shareOf({ state, document }: Upload): number | undefined {
  if (state !== 'reading' || document?.state !== 'embedding' || document.chunk_count === 0) {
    return undefined;
  }
  return document.embedded_count / document.chunk_count;
}

/** The endings of the files that the server reads. */
export const ENDINGS: readonly string[] = [
  '.pdf',
  '.docx',
  '.xlsx',
  '.ods',
  '.csv',
  '.tsv',
  '.md',
  '.markdown',
  '.html',
  '.htm',
  '.xhtml',
  '.txt',
  '.text',
  // Read by the connected model.
  '.png',
  '.jpg',
  '.jpeg',
  '.gif',
  '.webp',
];

/**
 * Why a file would be refused, known from its name and size before it is sent; undefined: send it. What is attached to a
 * chat need not be read: it may be for a tool that sends files.
 */
function refusalOf(
  { name, size }: Pick<File, 'name' | 'size'>,
  isAttached = false,
): string | undefined {
  if (size === 0) return t('The file is empty.');
  if (isAttached) return undefined;
  const lower = name.toLowerCase();
  if (ENDINGS.some((ending) => lower.endsWith(ending))) return undefined;
  return t('Files of this kind cannot be read. Choose one that ends in {ENDINGS}.', {
    ENDINGS: ENDINGS.join(', '),
  });
}

/** So many files go with one message; the server refuses more. */
export const MOST_FILES = 10;

/** Whether a run can find what an upload says. */
export function isSearchable({ state, document }: Upload): boolean {
  return state === 'ready' || document?.state === 'embedding';
}

/** What uploads come to for a message. */
export function attachedBy(uploads: readonly Upload[]): Attached {
  const isRead = uploads.some(({ document }) => document?.kind !== 'file');
  const ids = uploads.filter(isSearchable).flatMap(({ document }) => document?.id ?? []);
  const open = uploads.filter((one) => one.state !== 'refused' && !isSearchable(one));
  return {
    // What the server only keeps, images among it, is for any agent.
    agent: isRead ? 'documents' : undefined,
    // Two files of the same content are one document.
    ids: [...new Set(ids)],
    waiting: open.map(({ name }) => name),
    isRefused: uploads.some(({ state }) => state === 'refused'),
  };
}
