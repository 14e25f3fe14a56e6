import { useState } from 'react';
import { useDocuments, type DocumentItem } from './api.js';
import { PageFrame } from '../../shell/page-frame.js';
import { useRoute } from '../../shell/route.js';
import { EmptyList, ItemList } from '../../ui/item-list.js';
import { FailedQuery } from '../../ui/notice.js';
import { DocumentPage } from './document-page.js';
import { DocumentRow } from './document-row.js';
import { PassageSearch } from './passage-search.js';
import { Synonyms } from './synonyms.js';
import { UploadBox } from './upload-box.js';
import { baseName, byBase, DEFAULT_BASE } from './document-labels.js';
import { t } from './texts.js';
import styles from './documents.module.css';

/** The user's documents by knowledge base, or the one that the address names. */
export default function DocumentsPage() {
  const { path, query } = useRoute();
  const id = path[0];
  if (id !== undefined) {
    return <DocumentPage key={id} id={id} blockId={query.get('block') ?? undefined} />;
  }
  return <DocumentsList />;
}

function DocumentsList() {
  const documents = useDocuments();
  const [base, setBase] = useState(DEFAULT_BASE);
  const bases = byBase(documents.data?.items ?? []);
  return (
    <PageFrame title={t('Documents')} about={t('What the agents read, search and cite.')}>
      <div className={styles.page}>
        <UploadBox base={base} onBase={setBase} bases={bases.map(([name]) => name)} />
        <PassageSearch bases={bases.map(([name]) => name)} />
        {documents.isError && <FailedQuery error={documents.error} again={documents.refetch} />}
        {documents.data === undefined && !documents.isError && (
          <p className="quiet">{t('Loading…')}</p>
        )}
        {documents.data !== undefined && bases.length === 0 && (
          <EmptyList>{t('There are no documents yet. Upload one to ask about it.')}</EmptyList>
        )}
        {bases.map(([name, items]) => (
          <Base key={name} name={name} items={items} />
        ))}
      </div>
    </PageFrame>
  );
}

function Base({ name, items }: { name: string; items: readonly DocumentItem[] }) {
  return (
    <section
      className={styles.base}
      aria-label={t('Knowledge base {baseName}', { baseName: baseName(name) })}
    >
      <h2>
        {baseName(name)}{' '}
        <span className="badge">{t('{n} document | {n} documents', { n: items.length })}</span>
      </h2>
      <ItemList items={items} keyOf={({ id }) => id}>
        {(document) => <DocumentRow document={document} />}
      </ItemList>
      <Synonyms base={name} />
    </section>
  );
}
