import { FileText } from 'lucide-react';
import type { DocumentItem } from './api.js';
import { href } from '../../shell/route.js';
import { DeleteDocument } from './delete-document.js';
import { factsOf, stateWords } from './document-labels.js';
import styles from './documents.module.css';

/** One document in the list: what it is, where it stands, and why it could not be read. */
export function DocumentRow({ document }: { document: DocumentItem }) {
  const { id, title, shared, failure } = document;
  return (
    <div className={styles.row}>
      <FileText size={17} aria-hidden />
      <div className={styles.words}>
        <h3>
          {failure === undefined ? <a href={href('documents', [id])}>{title}</a> : title}{' '}
          <DocumentBadges document={document} />
        </h3>
        <p className="quiet small">{factsOf(document).join(' · ')}</p>
        {failure !== undefined && <p className={styles.failure}>{failure.message}</p>}
      </div>
      {!shared && <DeleteDocument document={document} />}
    </div>
  );
}

/** Where a document stands, and whether it is shared with all. */
export function DocumentBadges({ document }: { document: DocumentItem }) {
  const { label, tone } = stateWords(document);
  return (
    <>
      <span className={`badge ${tone}`}>{label}</span>{' '}
      {document.shared && (
        <span className="badge" title="A sample document: everyone reads it, nobody deletes it">
          Shared
        </span>
      )}
    </>
  );
}
