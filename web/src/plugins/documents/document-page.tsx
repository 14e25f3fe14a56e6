import { MessageSquare } from 'lucide-react';
import { isUnderWay, useDocument, type DocumentItem } from './api.js';
import { href, navigate } from '../../shell/route.js';
import { Detail } from '../../ui/detail.js';
import { FailedQuery, Notice } from '../../ui/notice.js';
import { DeleteDocument } from './delete-document.js';
import { DocumentReader } from './document-reader.js';
import { DocumentBadges } from './document-row.js';
import { baseName, factsOf, stateWords } from './document-labels.js';
import { t } from './texts.js';

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
