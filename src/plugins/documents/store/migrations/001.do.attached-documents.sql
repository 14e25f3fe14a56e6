-- Documents that were uploaded as an attachment of a conversation, each once for every conversation it was
-- attached in: with the last of these it goes. What was uploaded in another way has no row, and stays.
create table sextant.attached_documents (
  user_id text not null,
  conversation_id text not null,
  document_id text not null,
  created_at timestamptz not null,
  primary key (user_id, conversation_id, document_id)
);
create index attached_documents_by_document on sextant.attached_documents (user_id, document_id);
