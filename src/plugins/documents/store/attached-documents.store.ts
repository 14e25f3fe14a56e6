import type { Clock } from '../../../foundation/clock.js';
import type { ConversationCleanup } from '../../../store/conversation-views.store.js';
import type { Database } from '../../../store/database.js';

/** Which documents were uploaded as attachments, and in which conversations. */
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
