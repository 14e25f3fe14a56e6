import { useState } from 'react';
import { usePassages, type PassageItem } from './api.js';
import { href } from '../../shell/route.js';
import { ItemList } from '../../ui/item-list.js';
import { FailedQuery, Notice } from '../../ui/notice.js';
import { SearchField } from '../../ui/search-field.js';
import { useSettled } from '../../ui/use-settled.js';
import { baseName, DEFAULT_BASE } from './document-labels.js';
import { t } from './texts.js';
import { number } from '../../texts/texts.js';
import styles from './documents.module.css';

/** A box to search all passages of a knowledge base, and what was found with why. */
export function PassageSearch({ bases }: { bases: readonly string[] }) {
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
