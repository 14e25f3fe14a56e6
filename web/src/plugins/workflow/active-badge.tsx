import { t } from './texts.js';

/** Whether a rule is on. */
export function ActiveBadge({ active }: { active: boolean }) {
  return <span className={`badge ${active ? 'good' : ''}`}>{active ? t('On') : t('Off')}</span>;
}
