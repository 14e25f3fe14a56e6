import type { ReactNode } from 'react';
import { fieldWords, sideWords, type FieldChange } from '../plugins/workflow/rule-diff.js';
import styles from './field-changes.module.css';

/** What differs, field by field: what it was, crossed out, and what it becomes. */
export function FieldChanges({
  changes,
  label = fieldWords,
}: {
  changes: readonly FieldChange[];
  /** How a field is called; in words when left out. */
  label?: (change: FieldChange) => ReactNode;
}) {
  if (changes.length === 0) return null;
  return (
    <dl className={styles.changes}>
      {changes.map((change) => (
        <div key={change.path}>
          <dt>{label(change)}</dt>
          <dd>
            <del>
              <span className="visually-hidden">before: </span>
              {sideWords(change, change.before)}
            </del>
            <ins>
              <span className="visually-hidden">after: </span>
              {sideWords(change, change.after)}
            </ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
