import { LoaderCircle } from 'lucide-react';
import { href } from '../shell/route.js';
import { duration } from '../ui/format.js';
import { FailedQuery } from '../ui/notice.js';
import { CheckedContext } from './checked-context.js';
import { percent } from './numbers.js';
import { useCatalogueCheck } from './queries.js';
import styles from './check-view.module.css';
import views from './tools-page.module.css';

/** Whether the tools of a context are found by their own examples, what is wrong first. */
export function CheckView({ context }: { context: string | undefined }) {
  const check = useCatalogueCheck();
  if (check.isError) return <FailedQuery error={check.error} again={check.refetch} />;
  if (check.data === undefined) {
    return (
      <p className={styles.waiting} role="status">
        <LoaderCircle size={16} aria-hidden className="spin" />
        Trying every example of every tool. The first run takes a few seconds.
      </p>
    );
  }
  const { contexts, top_k: topK, elapsed_ms: elapsed } = check.data;
  const shown = contexts.find((one) => one.context_type === context) ?? contexts[0];
  return (
    <div className={styles.view}>
      <p className={`quiet small ${styles.about}`}>
        Each example is tried as a message and left out of the index for that search, so that only
        the description, the parameters and the other examples of its tool can match. “Found” means
        among the first {topK}. Checked in {duration(elapsed)}.
      </p>
      <nav aria-label="Contexts" className={views.views}>
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
