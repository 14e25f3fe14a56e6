import { useEffect, useState } from 'react';
import { useTools } from '../api/queries.js';
import { href } from '../shell/route.js';
import { duration } from '../ui/format.js';
import { FailedQuery } from '../ui/notice.js';
import { t } from '../texts/texts.js';
import { Bar } from '../chat/why-tools.js';
import { percent } from './selection.js';
import { useCatalogueCheck, type ContextCheck } from './queries.js';
import { Misses, Shadows, ToolShares } from './check-lists.js';
import styles from './check-list.module.css';
import views from './tools-page.module.css';

/** Whether the tools of a context are found by their own examples, what is wrong first. */
export function CheckView({ context }: { context: string | undefined }) {
  const check = useCatalogueCheck();
  if (check.isError) return <FailedQuery error={check.error} again={check.refetch} />;
  if (check.data === undefined) {
    return <Checking />;
  }
  const { contexts, top_k: topK, elapsed_ms: elapsed } = check.data;
  const shown = contexts.find((one) => one.context_type === context) ?? contexts[0];
  return (
    <div className={styles.view}>
      <p className={`quiet small ${styles.about}`}>
        {t(
          'Each example is tried as a message and left out of the index for that search, so that only the description, the parameters and the other examples of its tool can match. “Found” means among the first {topK}. Checked in {duration}.',
          { topK, duration: duration(elapsed) },
        )}
      </p>
      <nav aria-label={t('Contexts')} className={views.views}>
        {contexts.map(({ context_type, title, found, examples }) => (
          <a
            key={context_type}
            href={href('tools', ['check', context_type])}
            aria-current={context_type === shown?.context_type ? 'page' : undefined}
          >
            {title} <span className="quiet">{percent(found, examples)}</span>
          </a>
        ))}
      </nav>
      {shown !== undefined && <CheckedContext context={shown} topK={topK} />}
    </div>
  );
}

/** What the check is at, and for how long: it answers all at once. */
function Checking() {
  const tools = useTools().data?.items;
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((now) => now + 1), 1_000);
    return () => clearInterval(timer);
  }, []);
  const examples = tools?.reduce((sum, tool) => sum + tool.examples.length, 0) ?? 0;
  return (
    <div className={styles.waiting}>
      <p role="status">
        {tools === undefined
          ? t('Trying every example of every tool as a message.')
          : t('Trying {count} of {count2} as messages, each left out of the index meanwhile.', {
              count: t('{n} example | {n} examples', { n: examples }),
              count2: t('{n} tool | {n} tools', { n: tools.length }),
            })}
      </p>
      <progress aria-label={t('The check is running')} />
      <span className="quiet small">
        {t('{seconds} s. The first run embeds all examples and takes the longest.', { seconds })}
      </span>
    </div>
  );
}

/** The check of one context: how many are found, then what is wrong, then every tool. */
function CheckedContext({ context, topK }: { context: ContextCheck; topK: number }) {
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
