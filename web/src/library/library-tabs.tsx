import { useRunningPlugins } from '../api/queries.js';
import type { LibraryTab } from '../registry/plugin.js';
import { libraryTabs } from '../registry/registry.js';
import { href } from '../shell/route.js';
import { t } from '../texts/core.js';
import styles from './library.module.css';

/** The lists, each with how many it has; of some only those that need attention. */
export function LibraryTabs({ open }: { open: string }) {
  const running = useRunningPlugins();
  return (
    <nav aria-label={t('Lists of the library')} className={styles.tabs}>
      {libraryTabs(running).map((tab) => (
        <a
          key={tab.name}
          href={href('library', [tab.name])}
          aria-current={tab.name === open ? 'page' : undefined}
        >
          {tab.title}
          <Count tab={tab} />
        </a>
      ))}
    </nav>
  );
}

function Count({ tab: { useCount, counted } }: { tab: LibraryTab }) {
  const amount = useCount();
  if (amount === undefined) return null;
  if (counted === undefined) return <span className="badge">{amount}</span>;
  if (amount === 0) return null;
  return (
    <span className="badge info">
      {amount} <span className={styles.wideOnly}>{counted}</span>
    </span>
  );
}
