import { defined } from '../../../../src/foundation/defined.js';
import type { DocumentItem } from './api.js';
import { documentPath, isUnderWay } from './api.js';
import { ApiProblem, headersOf, messageOf, postForm, problemOf } from '../../api/client.js';
import { refusalOf } from './file-kinds.js';
import { readFrames } from '@sextant/client';
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
export interface Destination {
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
