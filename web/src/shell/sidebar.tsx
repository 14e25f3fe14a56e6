import { MessageSquarePlus, PanelLeftClose } from 'lucide-react';
import { defined } from '../../../src/foundation/defined.js';
import { useRunningPlugins } from '../api/queries.js';
import { pageViews } from '../registry/registry.js';
import { href, useRoute } from './route.js';
import { ConversationList } from './conversation-list.js';
import { Identity } from '../sign-in/identity.js';
import { LanguageSelect } from './language-select.js';
import { ThemeToggle } from './theme-toggle.js';
import { t } from '../texts/core.js';
import styles from './shell.module.css';

/** The ways to every view and conversation; `onGo` is told when one was taken, `onFold` folds it away. */
export function Sidebar({ onGo, onFold }: { onGo?: () => void; onFold?: () => void }) {
  return (
    <div className={styles.sidebar}>
      <div className={styles.top}>
        <img src="/icon.svg" alt="" width="22" height="22" />
        <span className={styles.name}>Sextant</span>
        <a
          className="icon-button"
          href={href('chat')}
          onClick={onGo}
          aria-label={t('New chat')}
          title={t('New chat')}
        >
          <MessageSquarePlus size={17} aria-hidden />
        </a>
        {onFold !== undefined && (
          <button
            type="button"
            className="icon-button"
            aria-label={t('Hide the sidebar')}
            title={t('Hide the sidebar')}
            onClick={onFold}
          >
            <PanelLeftClose size={17} aria-hidden />
          </button>
        )}
      </div>
      <Views {...defined({ onGo })} />
      <ConversationList {...defined({ onGo })} />
      <div className={styles.foot}>
        <Identity />
        <LanguageSelect />
        <ThemeToggle />
      </div>
    </div>
  );
}

function Views({ onGo }: { onGo?: () => void }) {
  const { view } = useRoute();
  const running = useRunningPlugins();
  return (
    <nav aria-label={t('Views')} className={styles.sidebarNav}>
      {pageViews(running).map(({ name: to, label, Icon }) => (
        <a
          key={to}
          href={href(to)}
          onClick={onGo}
          aria-current={view === to ? 'page' : undefined}
          className={styles.link}
        >
          <Icon size={16} aria-hidden />
          {label}
        </a>
      ))}
    </nav>
  );
}
