import { Bar } from '../chat/why-tools.js';
import { Misses } from './miss-list.js';
import { Shadows } from './shadow-list.js';
import { percent } from './numbers.js';
import { ToolShares } from './tool-shares.js';
import type { ContextCheck } from './wire.js';
import { t } from '../texts/core.js';
import styles from './check-list.module.css';

/** The check of one context: how many are found, then what is wrong, then every tool. */
export function CheckedContext({ context, topK }: { context: ContextCheck; topK: number }) {
  const { context_type, title, examples, found, first, misses, shadows, tools } = context;
  const heading = `check-${context_type}`;
  const missing = misses.filter((miss) => !miss.always_offered);
  const harmless = misses.filter((miss) => miss.always_offered);
  return (
    <section className={styles.context} aria-labelledby={heading}>
      <h2 id={heading} className="visually-hidden">
        {title}
      </h2>
      <dl className={styles.figures}>
        <Figure label={t('Found in the first {topK}', { topK })} amount={found} of={examples} />
        <Figure label={t('Ranked first')} amount={first} of={examples} />
        <Figure label={t('Competing pairs')} amount={shadows.length} />
      </dl>
      <Misses
        title={t('Examples that do not find their tool')}
        none={t('Every example finds its tool.')}
        context={context_type}
        misses={missing}
      />
      {harmless.length > 0 && (
        <details className={styles.harmless}>
          <summary>
            {t('{count} of tools that are always offered', {
              count: t('{n} more example | {n} more examples', { n: harmless.length }),
            })}
          </summary>
          <Misses context={context_type} misses={harmless} />
        </details>
      )}
      <div className={styles.beside}>
        <Shadows shadows={shadows} />
        <ToolShares tools={tools} />
      </div>
    </section>
  );
}

function Figure({ label, amount, of }: { label: string; amount: number; of?: number }) {
  return (
    <div className={`card ${styles.figure}`}>
      <dt>{label}</dt>
      <dd>
        <span className={styles.amount}>{of === undefined ? amount : percent(amount, of)}</span>
        {of !== undefined && (
          <>
            <span className="quiet small">{t('{amount} of {of}', { amount, of })}</span>
            <Bar share={amount / Math.max(of, 1)} />
          </>
        )}
      </dd>
    </div>
  );
}
