import type { Change, FieldChange } from './config-changes.js';
import styles from './change-list.module.css';

const KINDS = {
  added: { label: 'Added', tone: 'good' },
  changed: { label: 'Changed', tone: 'warn' },
  removed: { label: 'Removed', tone: 'bad' },
} as const;

const PARTS = {
  table: 'Table',
  columns: 'Column',
  filters: 'Filter',
  sorts: 'Order',
  joins: 'Linked table',
  settings: 'Setting',
} as const;

/** What a change does, one line each, with before and after. */
export function ChangeList({ changes }: { changes: readonly Change[] }) {
  return (
    <ul className={styles.list}>
      {changes.map((change) => (
        <li key={`${change.part} ${change.kind} ${change.name}`} className={styles.item}>
          <span className={`badge ${KINDS[change.kind].tone}`}>{KINDS[change.kind].label}</span>
          <div className={styles.words}>
            <p>
              <span className="quiet">{PARTS[change.part]}</span>{' '}
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
        <span className="visually-hidden">before </span>
        {before ?? 'none'}
      </del>{' '}
      <span aria-hidden>→</span>{' '}
      <ins>
        <span className="visually-hidden">after </span>
        {after ?? 'none'}
      </ins>
    </p>
  );
}
