import { MessageSquare, FileText } from 'lucide-react';
import { href, navigate } from '../../shell/route.js';
import { Detail } from '../../ui/frames.js';
import { FailedQuery, Notice } from '../../ui/notice.js';
import { ItemRow } from '../../ui/item-list.js';
import { ConfirmedButton } from '../../ui/sheet.js';
import { isUnderWay, useDocument, type DocumentItem, useDeleteDocument } from './api.js';
import { DocumentReader } from './document-reader.js';
import { baseName, factsOf, stateWords, readByWords } from './document-labels.js';
import { t } from './texts.js';
import styles from './documents.module.css';

/** A whole document, at a block when the address names one. */
export function DocumentPage({ id, blockId }: { id: string; blockId: string | undefined }) {
  const { data: document, isError, error, refetch } = useDocument(id);
  const title = document?.title ?? t('Document');
  return (
    <Detail
      title={title}
      back={{ to: href('documents'), label: t('Documents') }}
      actions={document && <Actions document={document} />}
      about={
        document && (
          <>
            <p className="quiet small">
              {[baseName(document.kb_id), ...factsOf(document)].join(' · ')}
            </p>
            <DocumentBadges document={document} />
          </>
        )
      }
    >
      {isError && document === undefined && <FailedQuery error={error} again={refetch} />}
      {document !== undefined && <Content document={document} blockId={blockId} />}
    </Detail>
  );
}

function Actions({ document }: { document: DocumentItem }) {
  const { id, kb_id, title, shared } = document;
  const chat = href('chat', [], { context: 'documents', kb_id, document_id: id });
  return (
    <>
      <a
        className="button primary"
        href={chat}
        aria-label={t('Ask about this: {title}', { title })}
      >
        <MessageSquare size={14} aria-hidden /> {t('Ask about this')}
      </a>
      {!shared && <DeleteDocument document={document} onGone={() => navigate(href('documents'))} />}
    </>
  );
}

function Content({ document, blockId }: { document: DocumentItem; blockId: string | undefined }) {
  if (document.failure !== undefined) {
    return <Notice tone="bad">{document.failure.message}</Notice>;
  }
  if (isUnderWay(document) && document.block_count === 0) {
    return (
      <Notice>
        {t('{label}: the text will appear shortly.', { label: stateWords(document).label })}
      </Notice>
    );
  }
  return <DocumentReader key={blockId ?? ''} id={document.id} blockId={blockId} />;
}

/** One document in the list: what it is, where it stands, and why it could not be read. */
export function DocumentRow({ document }: { document: DocumentItem }) {
  const { id, title, shared, failure } = document;
  return (
    <ItemRow
      Icon={FileText}
      name={title}
      href={failure === undefined ? href('documents', [id]) : undefined}
      badges={<DocumentBadges document={document} />}
      facts={factsOf(document)}
      note={failure !== undefined && <p className={styles.failure}>{failure.message}</p>}
    >
      {shared ? undefined : <DeleteDocument document={document} />}
    </ItemRow>
  );
}

/** Where a document stands, and whether it is shared with all. */
function DocumentBadges({ document }: { document: DocumentItem }) {
  const { label, tone } = stateWords(document);
  return (
    <>
      <span className={`badge ${tone}`}>{label}</span>{' '}
      {document.read_by !== undefined && (
        <span className="badge warn">{readByWords(document.read_by)}</span>
      )}{' '}
      {!document.shared && (
        <span className="badge info" title={t('Uploaded by you: only you can read and delete it')}>
          {t('Yours##a document')}
        </span>
      )}
      {document.shared && (
        <span
          className="badge"
          title={t('A sample document: everyone can read it, nobody can delete it')}
        >
          {t('Shared')}
        </span>
      )}
    </>
  );
}

/** Deletes a document once that was confirmed. */
function DeleteDocument({
  document: { id, title },
  onGone,
}: {
  document: DocumentItem;
  onGone?: () => void;
}) {
  const remove = useDeleteDocument(() => onGone?.());
  return (
    <ConfirmedButton
      verb={t('Delete')}
      name={title}
      question={t('Delete this document?')}
      remove={() => remove(id)}
    >
      {t(
        '“{title}” will be deleted. Answers that cite it stay, but their sources can no longer be opened.',
        { title },
      )}
    </ConfirmedButton>
  );
}
