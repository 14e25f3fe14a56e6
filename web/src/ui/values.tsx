import { useState, type ReactNode } from 'react';
import { writeJson } from '../../../src/foundation/exact-json.js';
import { t } from '../texts/texts.js';
import { namedText } from '../../../src/foundation/invisible.js';
import { sideWords } from './format.js';
import styles from './values.module.css';

const SHOWN = 2_000;

/** A value as indented JSON; a long one is cut until the reader wants all of it. */
export function JsonBlock({ value, label }: { value: unknown; label: string }) {
  const [all, setAll] = useState(false);
  const text = namedText(writeJson(value, null, 2) ?? t('nothing'));
  const cut = !all && text.length > SHOWN;
  return (
    <div className={styles.block}>
      <pre tabIndex={0} role="region" aria-label={label}>
        {cut ? `${text.slice(0, SHOWN)} …` : text}
      </pre>
      {cut && (
        <button type="button" className="button quiet" onClick={() => setAll(true)}>
          {t('Show all {n} characters', { n: text.length })}
        </button>
      )}
    </div>
  );
}

/** A value as JSON, folded away until somebody wants to see it. */
export function RawJson({
  title = t('As JSON'),
  value,
  label,
}: {
  title?: string;
  value: unknown;
  /** What a screen reader calls it. */
  label: string;
}) {
  return (
    <details className={styles.raw}>
      <summary>{title}</summary>
      <JsonBlock value={value} label={label} />
    </details>
  );
}

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
              <bdi>
                {change.isUnknown === true
                  ? t('not known')
                  : namedText(side(change, change.before))}
              </bdi>
            </del>
            <ins>
              <span className="visually-hidden">{t('after:')} </span>
              <bdi>{namedText(side(change, change.after))}</bdi>
            </ins>
            {note?.(change) !== undefined && <small className="muted">{note(change)}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
