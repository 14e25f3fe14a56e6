import type { FindAttachments } from '../../agentapi/chat.model.js';
import { AppError } from '../../foundation/errors.js';
import { isObject, type JsonObject } from '../../foundation/json.js';
import type { StoredDocument } from '../../knowledge/document.model.js';
import type { Knowledge } from '../../knowledge/knowledge.js';

/** A document that a message takes along, as its run knows it. */
export interface AttachedDocument {
  document_id: string;
  kb_id: string;
  title: string;
}

/** Looks up the documents that a message takes along; all must be the user's, and searchable. */
export function attachedDocuments(knowledge: Pick<Knowledge, 'document'>): FindAttachments {
  return async (userId, ids) => {
    const documents: StoredDocument[] = [];
    for (const id of ids) documents.push(await knowledge.document(userId, id));
    documents.forEach(requireSearchable);
    return documents.map(({ id, kbId, title, kind }) => {
      return { document_id: id, kb_id: kbId, title, ...(kind === 'file' ? { kind } : {}) };
    });
  };
}

function requireSearchable({ title, state, failure }: StoredDocument, at: number): void {
  if (state === 'ready' || state === 'embedding') return;
  const [why, next] =
    state === 'failed'
      ? [
          `could not be read: ${failure?.message ?? 'unknown reason'}`,
          'Send the message without it.',
        ]
      : [
          'is still being read.',
          'Follow GET /v1/documents/:id/events until it is ready, then send the message.',
        ];
  throw new AppError('conflict', `The attachment "${title}" ${why} ${next}`, [
    { path: `attachments[${at}]`, message: state },
  ]);
}

/** The documents that a run's message takes along. */
export function attachedIn(requestContext: JsonObject): AttachedDocument[] {
  const { attachments } = requestContext;
  return (Array.isArray(attachments) ? attachments : []).flatMap((each: unknown) => {
    if (!isObject(each)) return [];
    const { document_id, kb_id, title } = each;
    const isKnown = [document_id, kb_id, title].every((field) => typeof field === 'string');
    return isKnown ? [each as unknown as AttachedDocument] : [];
  });
}
