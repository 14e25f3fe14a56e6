import { RuleFieldChanges } from './rule-field-changes.js';
import { MarkBadge } from './mark-badge.js';
import { changeLines, type RuleDiff } from './rule-diff.js';
import { t } from './texts.js';
import styles from './what-changes.module.css';

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
