import { useState } from 'react';
import { PageFrame } from '../../ui/frames.js';
import { useRoute, href } from '../../shell/route.js';
import { EmptyList, ItemList } from '../../ui/item-list.js';
import { FailedQuery, Notice } from '../../ui/notice.js';
import { SearchField } from '../../ui/controls.js';
import { useSettled } from '../../ui/hooks.js';
import { number } from '../../texts/texts.js';
import { useDocuments, type DocumentItem, usePassages, type PassageItem } from './api.js';
import { DocumentPage, DocumentRow } from './document-page.js';
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

/** A box to search all passages of a knowledge base, and what was found with why. */
function PassageSearch({ bases }: { bases: readonly string[] }) {
  const [text, setText] = useState('');
  const [chosen, setBase] = useState(DEFAULT_BASE);
  // A base goes with its last document.
  const base = bases.includes(chosen) ? chosen : (bases[0] ?? DEFAULT_BASE);
  const question = useSettled(text.trim());
  if (bases.length === 0) return null;
  return (
    <search className={styles.search} aria-label={t('Passages')}>
      <div className={styles.fields}>
        <SearchField
          label={t('Search in the text')}
          hint={t('Search the text, with keywords or a question')}
          maxLength={1000}
          value={text}
          onChange={setText}
        />
        {bases.length > 1 && (
          <label>
            <span className="visually-hidden">{t('Knowledge base to search')}</span>
            <select
              className="field"
              value={base}
              onChange={(event) => setBase(event.target.value)}
            >
              {bases.map((name) => (
                <option key={name} value={name}>
                  {baseName(name)}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      {question !== '' && <Found question={question} base={base} />}
    </search>
  );
}

function Found({ question, base }: { question: string; base: string }) {
  const { data, isError, error, refetch } = usePassages(question, base);
  if (isError) return <FailedQuery error={error} again={refetch} />;
  return (
    <>
      <p role="status" className="quiet small">
        {data === undefined
          ? t('Searching…')
          : data.total === 0
            ? t('No match in {count}.', {
                count: t('{n} passage | {n} passages', { n: data.searched }),
              })
            : t('The best {total} of {count}:', {
                total: data.total,
                count: t('{n} passage | {n} passages', { n: data.searched }),
              })}
      </p>
      {data?.notes.map((note) => (
        <Notice key={note} tone="warn">
          {note}
        </Notice>
      ))}
      {data !== undefined && data.total > 0 && (
        <ItemList items={data.items} keyOf={({ chunk_id }) => chunk_id} ordered>
          {(passage) => <Passage passage={passage} />}
        </ItemList>
      )}
    </>
  );
}

function Passage({ passage }: { passage: PassageItem }) {
  const { document_id: id, title, heading_path: above, page, blocks, text, why, score } = passage;
  const block = blocks[0]?.block_id;
  return (
    <div className={styles.passage}>
      <p>
        <a href={href('documents', [id], block === undefined ? {} : { block })}>
          {[title, ...above].join(' › ')}
        </a>
        {page !== undefined && <span className="quiet"> {t('page {page}', { page })}</span>}
      </p>
      <p className={styles.excerpt}>{text}</p>
      <p className="quiet small">
        {number(score, 2)}: {why}
      </p>
    </div>
  );
}
