import { X } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { t } from '../texts/core.js';
import styles from './sheet.module.css';

/**
 * Something over the page that is done with before the page continues: the browser's own modal dialog,
 * which keeps the focus (first on what has `data-focus`), closes by Escape and is read out by its title.
 */
export function Sheet({
  title,
  side,
  onClose,
  children,
}: {
  title: string;
  /** Where it comes from; `center` is a small dialog, `full` takes the whole window. */
  side: 'left' | 'bottom' | 'center' | 'full';
  onClose: () => void;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const node = dialog.current;
    node?.showModal();
    node?.querySelector<HTMLElement>('[data-focus]')?.focus();
    return () => node?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={`${styles.sheet} ${styles[side]}`}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div className={styles.inside}>
        <header className={styles.head}>
          <h2>{title}</h2>
          <button type="button" className="icon-button" aria-label={t('Close')} onClick={onClose}>
            <X size={18} aria-hidden />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
