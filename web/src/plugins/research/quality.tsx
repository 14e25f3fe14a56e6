import type { QualityAssessment } from './api.js';
import { Bar } from './bar.js';
import { t } from './texts.js';
import styles from './report-view.module.css';

/** How good the report is in each dimension, and what was done about it. */
export function Quality({
  quality,
  isRemediated,
  language,
}: {
  quality: QualityAssessment;
  isRemediated: boolean;
  language: string;
}) {
  const { dimensions, total, threshold, is_passed: isPassed, complaints = [] } = quality;
  const most = dimensions.length * 100;
  return (
    <section className={styles.quality} aria-label={t('Quality')}>
      <h3>
        {t('Quality {total} of {most}', { total, most })}{' '}
        <span className={`badge ${isPassed ? 'good' : 'warn'}`}>
          {isPassed
            ? `${t('at least')} ${threshold}`
            : total < threshold
              ? `${t('below')} ${threshold}`
              : t('too low in one part')}
        </span>{' '}
        {isRemediated && <span className="badge">{t('improved once')}</span>}
      </h3>
      {dimensions.map(({ name, score }) => (
        <Bar key={name} label={nameWords(name)} share={score / 100} words={`${score}`} />
      ))}
      {complaints.length > 0 && (
        <ul aria-label={t('What could be better')} lang={language}>
          {complaints.map((complaint, index) => (
            <li key={index}>{complaint}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

const NAMES: Readonly<Record<string, () => string>> = {
  accuracy: () => t('Accuracy'),
  completeness: () => t('Completeness'),
  relevance: () => t('Relevance'),
  clarity: () => t('Clarity'),
};

function nameWords(name: string): string {
  return NAMES[name]?.() ?? name;
}
