import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './summary-card.module.css';

/** Something of an answer in short, and the way to see it whole. */
export function SummaryCard({
  Icon,
  title,
  badges,
  isOpen,
  children,
}: {
  Icon: LucideIcon;
  title: string;
  badges: ReactNode;
  /** It is looked at now. */
  isOpen: boolean;
  /** The button that opens it. */
  children: ReactNode;
}) {
  return (
    <div className={`card ${styles.card} ${isOpen ? styles.open : ''}`}>
      <Icon size={18} aria-hidden />
      <div className={styles.words}>
        <p className={styles.title} dir="auto">
          {title}
        </p>
        <p className={styles.badges}>{badges}</p>
      </div>
      {children}
    </div>
  );
}
