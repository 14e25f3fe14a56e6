import {
  FileText,
  Library,
  MessageSquarePlus,
  MessagesSquare,
  Telescope,
  Wrench,
} from 'lucide-react';
import { useRoute, href, type Route } from './route.js';
import { ConversationList } from './conversation-list.js';
import { Identity } from './identity.js';
import { ThemeToggle } from './theme-toggle.js';
import styles from './sidebar.module.css';

const VIEWS: readonly { view: Route['view']; label: string; Icon: typeof Wrench }[] = [
  { view: 'chat', label: 'Chat', Icon: MessagesSquare },
  { view: 'research', label: 'Research', Icon: Telescope },
  { view: 'library', label: 'Library', Icon: Library },
  { view: 'documents', label: 'Documents', Icon: FileText },
  { view: 'tools', label: 'Tools', Icon: Wrench },
];

/** The ways to every view and conversation; `onGo` is told when one was taken. */
export function Sidebar({ onGo }: { onGo?: () => void }) {
  const { view } = useRoute();
  return (
    <div className={styles.sidebar}>
      <div className={styles.top}>
        <img src="/icon.svg" alt="" width="22" height="22" />
        <span className={styles.name}>Sextant</span>
        <a
          className="icon-button"
          href={href('chat')}
          onClick={onGo}
          aria-label="New chat"
          title="New chat"
        >
          <MessageSquarePlus size={17} aria-hidden />
        </a>
      </div>
      <nav aria-label="Views" className={styles.nav}>
        {VIEWS.map(({ view: to, label, Icon }) => (
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
      <ConversationList {...(onGo ? { onGo } : {})} />
      <div className={styles.foot}>
        <Identity />
        <ThemeToggle />
      </div>
    </div>
  );
}
