import { useConversations } from '../api/queries.js';
import type { ConversationSummary } from '../api/types.js';
import { ago } from '../ui/format.js';
import { DeleteConversation } from './delete-conversation.js';
import { href, useRoute } from './route.js';
import styles from './conversation-list.module.css';

/** The user's conversations, newest first. */
export function ConversationList({ onGo }: { onGo?: () => void }) {
  const { data, isError, refetch } = useConversations();
  const { view, path } = useRoute();
  const open = view === 'chat' ? path[0] : undefined;
  return (
    <nav className={styles.list} aria-label="Conversations">
      <h2 className={styles.title}>Conversations</h2>
      {isError && (
        <p className={styles.note}>
          They could not be read.{' '}
          <button type="button" className="button quiet" onClick={() => void refetch()}>
            Try again
          </button>
        </p>
      )}
      {data?.items.length === 0 && <p className={styles.note}>What you ask is listed here.</p>}
      <ul>
        {data?.items.map((item) => (
          <Row key={item.id} item={item} isOpen={item.id === open} {...(onGo ? { onGo } : {})} />
        ))}
      </ul>
    </nav>
  );
}

function Row({
  item,
  isOpen,
  onGo,
}: {
  item: ConversationSummary;
  isOpen: boolean;
  onGo?: () => void;
}) {
  return (
    <li className={styles.row}>
      <a
        href={href('chat', [item.id])}
        onClick={onGo}
        aria-current={isOpen ? 'page' : undefined}
        className={styles.link}
      >
        <span className={styles.name}>{item.title}</span>
        <span className={styles.meta}>
          {item.context_type} · {ago(new Date(item.updated_at), new Date())}
        </span>
      </a>
      <DeleteConversation item={item} isOpen={isOpen} />
    </li>
  );
}
