import { Menu } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Sheet } from '../ui/sheet.js';
import { useMedia, useStored } from '../ui/hooks.js';
import { MovedBar } from './moved.js';
import { Rail, Sidebar } from './sidebar.js';
import { t } from '../texts/texts.js';
import styles from './shell.module.css';

/** The frame around every view: the sidebar beside it, or behind a button where there is no room. */
export function Shell({ children }: { children: ReactNode }) {
  const wide = useMedia('(min-width: 52rem)');
  const [open, setOpen] = useState(false);
  return (
    <div className={styles.shell}>
      <a
        className={styles.skip}
        href="#content"
        onClick={(event) => {
          event.preventDefault();
          document.getElementById('content')?.focus();
        }}
      >
        {t('Skip to content')}
      </a>
      {wide ? (
        <WideSide />
      ) : (
        <header className={styles.bar}>
          <button
            type="button"
            className="icon-button"
            aria-label={t('Open menu')}
            onClick={() => setOpen(true)}
          >
            <Menu size={20} aria-hidden />
          </button>
          <span className={styles.brand}>Sextant</span>
        </header>
      )}
      {!wide && open && (
        <Sheet title={t('Menu')} side="left" onClose={() => setOpen(false)}>
          <Sidebar onGo={() => setOpen(false)} />
        </Sheet>
      )}
      <main id="content" className={styles.content} tabIndex={-1}>
        <MovedBar />
        <div className={styles.view}>{children}</div>
      </main>
    </div>
  );
}

/** The sidebar, or a rail of its icons; which of them this browser remembers. */
function WideSide() {
  const [folded, setFolded] = useStored('sextant.sidebar-folded');
  return folded === 'yes' ? (
    <header className={styles.rail}>
      <Rail onUnfold={() => setFolded('no')} />
    </header>
  ) : (
    <header className={styles.side}>
      <Sidebar onFold={() => setFolded('yes')} />
    </header>
  );
}
