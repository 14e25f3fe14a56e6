import type { Change, FieldChange } from './config-changes.js';
import { t } from './texts.js';
import styles from './table-view.module.css';

const KINDS = () =>
  ({
    added: { label: t('Added'), tone: 'good' },
    changed: { label: t('Changed'), tone: 'warn' },
    removed: { label: t('Removed'), tone: 'bad' },
  }) as const;

const PARTS = () =>
  ({
    table: t('Table'),
    columns: t('Column'),
    filters: t('Filter'),
    sorts: t('Order'),
    joins: t('Linked table'),
    settings: t('Setting'),
  }) as const;

/** What a change does, one line each, with before and after. */
export function ChangeList({ changes }: { changes: readonly Change[] }) {
  return (
    <ul className={styles.changesList}>
      {changes.map((change) => (
        <li key={`${change.part} ${change.kind} ${change.name}`} className={styles.item}>
          <span className={`badge ${KINDS()[change.kind].tone}`}>{KINDS()[change.kind].label}</span>
          <div className={styles.words}>
            <p>
              <span className="quiet">{PARTS()[change.part]}</span>{' '}
              {change.kind === 'removed' ? <s>{change.title}</s> : <strong>{change.title}</strong>}
              {change.detail !== undefined && <span className="quiet"> {change.detail}</span>}
            </p>
            {change.fields.map((field) => (
              <Field key={field.field} field={field} />
            ))}
          </div>
        </li>
      ))}
    </ul>
  );
}

function Field({ field: { field, before, after } }: { field: FieldChange }) {
  return (
    <p className={styles.field}>
      {field !== '' && <span className="quiet">{field}: </span>}
      <del>
        <span className="visually-hidden">{t('before:')} </span>
        {before ?? t('none')}
      </del>{' '}
      <span aria-hidden>→</span>{' '}
      <ins>
        <span className="visually-hidden">{t('after:')} </span>
        {after ?? t('none')}
      </ins>
    </p>
  );
}
