import type { FindAttachments } from '../../agentapi/chat.model.js';
import { conflict } from '../../foundation/errors.js';
import { asList, asObject, type JsonObject } from '../../foundation/json.js';
import type { StoredDocument } from '../../knowledge/document.model.js';
import type { Knowledge } from '../../knowledge/knowledge.js';
import type { Clock } from '../../foundation/clock.js';
import type { ConversationCleanup } from '../../store/conversation-views.store.js';
import type { Database } from '../../store/database.js';

interface AttachedDocument {
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
  const why =
    state === 'failed'
      ? `could not be read: ${failure?.message ?? 'unknown reason'} Send the message without it.`
      : 'is still being read. Follow GET /v1/documents/:id/events until it is ready, then send the message.';
  const details = [{ path: `attachments[${at}]`, message: state }];
  throw conflict(`The attachment "${title}" ${why}`, details);
}

export function attachedIn(requestContext: JsonObject): AttachedDocument[] {
  return asList(requestContext['attachments']).flatMap((each) => {
    const { document_id, kb_id, title } = asObject(each);
    const isKnown = [document_id, kb_id, title].every((field) => typeof field === 'string');
    return isKnown ? [each as AttachedDocument] : [];
  });
}

export class PgAttachedDocuments {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** Ties a document to a conversation: one that is new, or that is only an attachment elsewhere. */
  async attach(
    userId: string,
    conversationId: string,
    document: { id: string; isNew: boolean },
  ): Promise<void> {
    await this.db.query(
      `insert into sextant.attached_documents (user_id, conversation_id, document_id, created_at)
       select $1, $2, $3, $5
       where $4 or exists (
         select 1 from sextant.attached_documents where user_id = $1 and document_id = $3)
       on conflict do nothing`,
      [userId, conversationId, document.id, document.isNew, this.clock()],
    );
  }

  /** Lets a document stay whatever becomes of conversations. */
  async keep(userId: string, documentId: string): Promise<void> {
    await this.db.query(
      'delete from sextant.attached_documents where user_id = $1 and document_id = $2',
      [userId, documentId],
    );
  }
}

/** Deletes the documents that were attached in a conversation and nowhere else; a {@link ConversationCleanup}. */
export const deleteAttachedDocuments: ConversationCleanup = async (tx, userId, conversationId) => {
  const rows = await tx.query<{ document_id: string }>(
    `delete from sextant.attached_documents a where user_id = $1 and conversation_id = $2
     returning document_id`,
    [userId, conversationId],
  );
  if (rows.length === 0) return;
  await tx.query(
    `delete from knowledge.documents d where d.user_id = $1 and d.id::text = any($2::text[])
     and not exists (select 1 from sextant.attached_documents a
       where a.user_id = $1 and a.document_id = d.id::text)`,
    [userId, rows.map(({ document_id: id }) => id)],
  );
};
