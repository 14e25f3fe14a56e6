import type { ReactNode } from 'react';
import { t } from '../texts/texts.js';
import styles from './field-changes.module.css';
import { sideWords } from './value-words.js';

/** A field that differs; `undefined` on the side that has none. */
export interface FieldChange {
  path: string;
  before: unknown;
  after: unknown;
  /** Nobody knows what it is now. */
  isUnknown?: boolean;
}

/** What differs, field by field: what it was, crossed out, and what it becomes. */
export function FieldChanges({
  changes,
  label = ({ path }) => <code>{path}</code>,
  side = (_, value) => sideWords(value),
  note,
}: {
  changes: readonly FieldChange[];
  /** How a field is called; its path when left out. */
  label?: (change: FieldChange) => ReactNode;
  /** One side of a field in words. */
  side?: (change: FieldChange, value: unknown) => string;
  /** What else is to be said of a field. */
  note?: (change: FieldChange) => string | undefined;
}) {
  if (changes.length === 0) return null;
  return (
    <dl className={styles.changes}>
      {changes.map((change) => (
        <div key={change.path}>
          <dt>{label(change)}</dt>
          <dd>
            <del>
              <span className="visually-hidden">{t('before:')} </span>
              {change.isUnknown === true ? t('not known') : side(change, change.before)}
            </del>
            <ins>
              <span className="visually-hidden">{t('after:')} </span>
              {side(change, change.after)}
            </ins>
            {note?.(change) !== undefined && <small className="muted">{note(change)}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
