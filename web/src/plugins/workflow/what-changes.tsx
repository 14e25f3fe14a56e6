import { MarkBadge } from './mark-badge.js';
import {
  changeLines,
  type RuleDiff,
  fieldWords,
  ruleSideWords,
  type FieldChange,
} from './rule-diff.js';
import { t } from './texts.js';
import styles from './inspector.module.css';
import { FieldChanges } from '../../ui/field-changes.js';

/** An update as a list: what comes, what goes, and what differs, in words. */
export function WhatChanges({ diff }: { diff: RuleDiff }) {
  const lines = changeLines(diff);
  if (lines.length === 0) {
    return <p className="quiet small">{t('Nothing: it matches the saved rule.')}</p>;
  }
  return (
    <ul className={styles.lines}>
      {lines.map(({ mark, subject, detail, changes }) => (
        <li key={`${mark}:${subject}`}>
          <p className={styles.subject}>
            <MarkBadge mark={mark} />
            <span>
              <strong>{subject}</strong>
              {detail !== undefined && <span className="quiet"> {detail}</span>}
            </span>
          </p>
          <RuleFieldChanges changes={changes} />
        </li>
      ))}
    </ul>
  );
}

/** What differs in a rule, each field by its name. */
export function RuleFieldChanges({ changes }: { changes: readonly FieldChange[] }) {
  return <FieldChanges changes={changes} label={fieldWords} side={ruleSideWords} />;
}
