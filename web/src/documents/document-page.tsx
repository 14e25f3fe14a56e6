import { ArrowLeft, MessageSquare } from 'lucide-react';
import { isUnderWay, useDocument, type DocumentItem } from '../api/documents.js';
import { href, navigate } from '../shell/route.js';
import { FailedQuery, Notice } from '../ui/notice.js';
import { DeleteDocument } from './delete-document.js';
import { DocumentReader } from './document-reader.js';
import { DocumentBadges } from './document-row.js';
import { factsOf, stateWords } from './words.js';
import styles from './documents.module.css';

/** A whole document, at a block when the address names one. */
export function DocumentPage({ id, blockId }: { id: string; blockId: string | undefined }) {
  const { data: document, isError, error, refetch } = useDocument(id);
  const title = document?.title ?? 'Document';
  return (
    <section className={styles.detail} tabIndex={0} aria-label={title}>
      <a className={styles.back} href={href('documents')}>
        <ArrowLeft size={14} aria-hidden /> Documents
      </a>
      <header className={styles.head}>
        <div className={styles.words}>
          <h1>{title}</h1>
          {document !== undefined && (
            <>
              <p className="quiet small">{[document.kb_id, ...factsOf(document)].join(' · ')}</p>
              <DocumentBadges document={document} />
            </>
          )}
        </div>
        {document !== undefined && <Actions document={document} />}
      </header>
      {isError && document === undefined && <FailedQuery error={error} again={refetch} />}
      {document !== undefined && <Content document={document} blockId={blockId} />}
    </section>
  );
}

function Actions({ document }: { document: DocumentItem }) {
  const { id, kb_id, title, shared } = document;
  const chat = href('chat', [], { context: 'documents', kb_id, document_id: id });
  return (
    <div className={styles.actions}>
      <a className="button primary" href={chat} aria-label={`Ask about this: ${title}`}>
        <MessageSquare size={14} aria-hidden /> Ask about this
      </a>
      {!shared && <DeleteDocument document={document} onGone={() => navigate(href('documents'))} />}
    </div>
  );
}

function Content({ document, blockId }: { document: DocumentItem; blockId: string | undefined }) {
  if (document.failure !== undefined) {
    return <Notice tone="bad">{document.failure.message}</Notice>;
  }
  if (isUnderWay(document) && document.block_count === 0) {
    return <Notice>{stateWords(document).label}: its text is here in a moment.</Notice>;
  }
  return <DocumentReader key={blockId ?? ''} id={document.id} blockId={blockId} />;
}
