import { Suspense } from 'react';
import { useRunningPlugins } from '../api/queries.js';
import { libraryTabs } from '../registry/registry.js';
import { PageFrame } from '../shell/page-frame.js';
import { useRoute } from '../shell/route.js';
import { LibraryTabs } from './library-tabs.js';
import { t } from '../texts/core.js';

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
