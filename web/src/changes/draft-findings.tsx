import { findingWords, stepsTo } from '../ui/finding-words.js';
import type { EditedBody } from './change.js';
import { t } from '../texts/core.js';
import styles from './change-panel.module.css';

/** What is wrong with an edited body: it is no JSON, or what the backend says of it that stands at no field. */
export function DraftFindings({
  problem,
  draft,
  placed,
}: {
  problem: string | undefined;
  draft: EditedBody | undefined;
  /** The fields that say themselves what is wrong with them. */
  placed: ReadonlySet<string>;
}) {
  if (problem !== undefined) return <p className={styles.bad}>{problem}</p>;
  if (draft === undefined)
    return <p className="quiet">{t('Your edit is checked before it is saved.')}</p>;
  const { findings, checking, unchecked, isCheckedOnAccept } = draft;
  if (isCheckedOnAccept) return <p className="quiet">{t('It is checked when you accept it.')}</p>;
  if (checking) return <p className="quiet">{t('Checking…')}</p>;
  if (unchecked !== undefined)
    return <p className={styles.bad}>{t('Not checked: {unchecked}', { unchecked })}</p>;
  if (findings.length === 0) return <p className={styles.good}>{t('Valid.')}</p>;
  const others = findings.filter(({ path }) => !placed.has(stepsTo(path).join('.')));
  return (
    <ul>
      {others.map((finding, index) => (
        <li key={index} className={styles.bad}>
          {finding.path !== undefined && <code>{finding.path}</code>} {findingWords(finding)}
          {finding.allowed !== undefined && finding.allowed.length > 0 && (
            <span className="quiet">
              {' '}
              {t('Valid: {allowed}', { allowed: finding.allowed.slice(0, 12).join(', ') })}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
