import { FileText } from 'lucide-react';
import { href } from '../../shell/route.js';
import { ItemRow } from '../../ui/item-row.js';
import type { DocumentItem } from './api.js';
import { DeleteDocument } from './delete-document.js';
import { factsOf, readByWords, stateWords } from './document-labels.js';
import { t } from './texts.js';
import styles from './documents.module.css';

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
export function DocumentBadges({ document }: { document: DocumentItem }) {
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
