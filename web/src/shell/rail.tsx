import { MessageSquarePlus, PanelLeftOpen } from 'lucide-react';
import { useRunningPlugins } from '../api/queries.js';
import { pageViews } from '../registry/registry.js';
import { href, useRoute } from './route.js';
import { t } from '../texts/core.js';
import styles from './shell.module.css';

/** The folded sidebar: the views as icons. */
export function Rail({ onUnfold }: { onUnfold: () => void }) {
  const { view } = useRoute();
  const running = useRunningPlugins();
  return (
    <div className={styles.railButtons}>
      <button
        type="button"
        className="icon-button"
        aria-label={t('Show the sidebar')}
        title={t('Show the sidebar')}
        onClick={onUnfold}
      >
        <PanelLeftOpen size={17} aria-hidden />
      </button>
      <a
        className="icon-button"
        href={href('chat')}
        aria-label={t('New chat')}
        title={t('New chat')}
      >
        <MessageSquarePlus size={17} aria-hidden />
      </a>
      <nav aria-label={t('Views')} className={styles.nav}>
        {pageViews(running).map(({ name, label, Icon }) => (
          <a
            key={name}
            className="icon-button"
            href={href(name)}
            aria-label={label}
            title={label}
            aria-current={view === name ? 'page' : undefined}
          >
            <Icon size={17} aria-hidden />
          </a>
        ))}
      </nav>
    </div>
  );
}
