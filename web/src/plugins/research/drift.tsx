import type { DriftReport } from './api.js';
import { Notice } from '../../ui/notice.js';
import { Part } from './part.js';
import { t } from './texts.js';
import { number } from '../../texts/texts.js';
import styles from './task-list.module.css';
import { percent } from './research-labels.js';

/** What was taken out because it had too little to do with the question. */
export function Drift({ drift }: { drift: DriftReport }) {
  const { checked, removed, ratio, warning, items } = drift;
  const about = t('{removed} of {checked} passages removed ({percent})', {
    removed,
    checked,
    percent: percent(ratio),
  });
  return (
    <>
      {warning !== undefined && <Notice tone="warn">{warning}</Notice>}
      <Part title={t('Relevance')} about={about} isOpen={false}>
        {removed === 0 && <p>{t('Everything that was found is relevant to the question.')}</p>}
        <ul className={styles.references}>
          {items.map(({ chunk_id, document, context_tier: tier, score }) => (
            <li key={chunk_id}>
              {document} <span className="badge">{t('tier {tier}', { tier })}</span>{' '}
              <span className="quiet">{t('relevance {score}', { score: number(score, 2) })}</span>
            </li>
          ))}
        </ul>
      </Part>
    </>
  );
}
