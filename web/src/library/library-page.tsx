import { Suspense } from 'react';
import { useRunningPlugins } from '../api/queries.js';
import { libraryTabs } from '../registry/registry.js';
import { PageFrame } from '../ui/frames.js';
import { useRoute, href } from '../shell/route.js';
import { t } from '../texts/texts.js';
import type { LibraryTab } from '../registry/plugin.js';
import styles from './library.module.css';

/** What is saved, what was started and what was proposed: their lists, or the one thing that the address names. */
export default function LibraryPage() {
  const { path } = useRoute();
  const running = useRunningPlugins();
  const tab = libraryTabs().find(({ name }) => name === path[0]) ?? libraryTabs(running)[0];
  const id = path[1];
  if (tab === undefined) return null;
  const { List, View, title, about } = tab;
  if (id !== undefined) {
    return (
      <Suspense fallback={<p className="visually-hidden">{t('Loading…')}</p>}>
        <View key={id} id={id} />
      </Suspense>
    );
  }
  return (
    <PageFrame title={t('Library')} about={about}>
      <LibraryTabs open={tab.name} />
      <section aria-label={title}>
        <h2 className="visually-hidden">{title}</h2>
        <Suspense fallback={<p className="quiet">{t('Loading…')}</p>}>
          <List key={tab.name} />
        </Suspense>
      </section>
    </PageFrame>
  );
}

/** The lists, each with how many it has; of some only those that need attention. */
function LibraryTabs({ open }: { open: string }) {
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
