import { MessageSquarePlus, PanelLeftClose, PanelLeftOpen, Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { defined } from '../../../src/foundation/defined.js';
import { useRunningPlugins } from '../api/queries.js';
import { pageViews } from '../registry/registry.js';
import { Identity } from '../sign-in/sign-in.js';
import { t, LANGUAGES, chooseLanguage, language, type Language } from '../texts/texts.js';
import { useMedia } from '../ui/hooks.js';
import { href, useRoute } from './route.js';
import { ConversationList } from './conversation-list.js';
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

/** The language of the interface, of those there are, each by its own name. */
function LanguageSelect() {
  return (
    <label className={styles.language} title={t('Language')}>
      <span className="visually-hidden">{t('Language')}</span>
      <select value={language} onChange={(event) => chooseLanguage(event.target.value as Language)}>
        {Object.entries(LANGUAGES).map(([tag, name]) => (
          <option key={tag} value={tag} lang={tag}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Switches between light and dark; until the first use the system decides. */
function ThemeToggle() {
  const systemDark = useMedia('(prefers-color-scheme: dark)');
  const [chosen, setChosen] = useState(document.documentElement.dataset['theme']);
  const dark = (chosen ?? (systemDark ? 'dark' : 'light')) === 'dark';
  const toggle = () => {
    const next = dark ? 'light' : 'dark';
    document.documentElement.dataset['theme'] = next;
    setChosen(next);
    try {
      localStorage.setItem('sextant.theme', next);
    } catch {
      // Holds until the page is loaded again.
    }
  };
  const label = dark ? t('Use the light theme') : t('Use the dark theme');
  return (
    <button type="button" className="icon-button" onClick={toggle} aria-label={label} title={label}>
      {dark ? <Sun size={16} aria-hidden /> : <Moon size={16} aria-hidden />}
    </button>
  );
}
