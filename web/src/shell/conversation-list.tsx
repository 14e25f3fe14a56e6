import { useState } from 'react';
import { defined } from '../../../src/foundation/defined.js';
import { useConversations, useFoundConversations, useInfo } from '../api/queries.js';
import type { ConversationSummary } from '../api/types.js';
import { ago } from '../ui/format.js';
import { useSettled } from '../ui/use-settled.js';
import { SearchField } from '../ui/search-field.js';
import { DeleteConversation } from './delete-conversation.js';
import { RenameConversation } from './rename-conversation.js';
import { href, useRoute } from './route.js';
import { t } from '../texts/core.js';
import styles from './conversation-list.module.css';

/** From this many on they are searched. */
const MANY = 2;

/** The user's conversations, newest first. */
export function ConversationList({ onGo }: { onGo?: () => void }) {
  const { data, isError, refetch } = useConversations();
  const { view, path } = useRoute();
  const open = view === 'chat' ? path[0] : undefined;
  const [search, setSearch] = useState('');
  const words = useSettled(search.trim());
  const found = useFoundConversations(words);
  const items = data?.items ?? [];
  const shown = words === '' ? items : (found.data?.items ?? []);
  return (
    <nav className={styles.list} aria-label={t('Conversations')}>
      <h2 className={styles.title}>{t('Conversations')}</h2>
      {isError && (
        <p className={styles.note}>
          {t('The conversations could not be loaded.')}{' '}
          <button type="button" className="button quiet" onClick={() => void refetch()}>
            {t('Try again')}
          </button>
        </p>
      )}
      {data?.items.length === 0 && (
        <p className={styles.note}>{t('Your conversations will appear here.')}</p>
      )}
      {items.length >= MANY && (
        <SearchField label={t('Find a conversation')} value={search} onChange={setSearch} />
      )}
      {words !== '' && found.data !== undefined && shown.length === 0 && (
        <p className={styles.note}>{t('Nothing was said of “{search}”.', { search: words })}</p>
      )}
      <ul>
        {shown.map((item) => (
          <Row key={item.id} item={item} isOpen={item.id === open} {...defined({ onGo })} />
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
  const { data } = useInfo();
  const agent =
    data?.agents.find(({ context_type }) => context_type === item.context_type)?.title ??
    item.context_type;
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
          {agent} · {ago(new Date(item.updated_at), new Date())}
        </span>
        {item.found !== undefined && item.found !== item.title && (
          <span className={styles.found}>{item.found}</span>
        )}
      </a>
      <RenameConversation item={item} />
      <DeleteConversation item={item} isOpen={isOpen} />
    </li>
  );
}
