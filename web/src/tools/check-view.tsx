import { useEffect, useState } from 'react';
import { useTools } from '../api/queries.js';
import { href } from '../shell/route.js';
import { duration } from '../ui/format.js';
import { FailedQuery } from '../ui/notice.js';
import { CheckedContext } from './checked-context.js';
import { percent } from './numbers.js';
import { useCatalogueCheck } from './queries.js';
import { t } from '../texts/core.js';
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
