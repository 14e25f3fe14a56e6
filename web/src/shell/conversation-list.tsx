import { useState, useId } from 'react';
import { useQueryClient, useMutation } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { defined } from '../../../src/foundation/defined.js';
import { useConversations, useFoundConversations, useInfo, keys } from '../api/queries.js';
import { type ConversationSummary, remove, messageOf, putJson } from '../api/client.js';
import { ago } from '../ui/format.js';
import { useSettled } from '../ui/hooks.js';
import { SearchField } from '../ui/controls.js';
import { t } from '../texts/texts.js';
import { forgetUnsent } from '../chat/composer.js';
import { runStore } from '../run/run-store.js';
import { ConfirmedButton, Sheet } from '../ui/sheet.js';
import { Notice } from '../ui/notice.js';
import { href, useRoute, navigate } from './route.js';
import styles from './shell.module.css';
import sheetStyles from '../ui/sheet.module.css';

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
        className={styles.chatLink}
      >
        <span className={styles.chatName} dir="auto">
          {item.title}
        </span>
        <span className={styles.meta}>
          {agent} · {ago(new Date(item.updated_at))}
        </span>
        {item.found !== undefined && item.found !== item.title && (
          <span className={styles.found} dir="auto">
            {item.found}
          </span>
        )}
      </a>
      <RenameConversation item={item} />
      <DeleteConversation item={item} isOpen={isOpen} />
    </li>
  );
}

/** A button that deletes a conversation, after a question. */
function DeleteConversation({ item, isOpen }: { item: ConversationSummary; isOpen: boolean }) {
  const client = useQueryClient();
  const deleted = async () => {
    await remove(`/v1/agent/conversations/${item.id}`);
    if (isOpen) navigate(href('chat'));
    // The list alone: a view of the conversation that is still there would ask for what is gone.
    await client.invalidateQueries({ queryKey: keys.conversations, exact: true });
    runStore.forget(item.id);
    forgetUnsent(item.id);
    client.removeQueries({ queryKey: keys.conversation(item.id) });
  };
  return (
    <ConfirmedButton
      verb={t('Delete')}
      name={item.title}
      question={t('Delete this conversation?')}
      remove={deleted}
    >
      {t('“{title}” and its runs will be deleted. What was saved from it stays.', {
        title: item.title,
      })}
    </ConfirmedButton>
  );
}

/** What the server takes as a title. */
const LONGEST = 80;

/** A button that names a conversation; an empty name is its first message again. */
function RenameConversation({ item }: { item: ConversationSummary }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="icon-button"
        aria-label={t('Rename: {title}', { title: item.title })}
        title={t('Rename')}
        onClick={() => setOpen(true)}
      >
        <Pencil size={14} aria-hidden />
      </button>
      {open && <RenameSheet item={item} onClose={() => setOpen(false)} />}
    </>
  );
}

function RenameSheet({ item, onClose }: { item: ConversationSummary; onClose: () => void }) {
  const client = useQueryClient();
  const field = useId();
  const [title, setTitle] = useState(item.title.slice(0, LONGEST));
  const renaming = useMutation({
    mutationFn: async () => {
      await putJson(`/v1/agent/conversations/${item.id}/title`, { title });
      await client.invalidateQueries({ queryKey: keys.conversations, exact: true });
    },
    onSuccess: onClose,
  });
  return (
    <Sheet title={t('Rename this conversation')} side="center" onClose={onClose}>
      <form
        className={sheetStyles.confirm}
        onSubmit={(event) => {
          event.preventDefault();
          renaming.mutate();
        }}
      >
        <label htmlFor={field}>{t('Title')}</label>
        <input
          id={field}
          className="field"
          data-focus
          dir="auto"
          maxLength={LONGEST}
          value={title}
          onChange={(event) => setTitle(event.target.value)}
          onFocus={(event) => event.target.select()}
        />
        {renaming.isError && <Notice tone="bad">{messageOf(renaming.error)}</Notice>}
        <div className={sheetStyles.buttons}>
          <button type="button" className="button" onClick={onClose}>
            {t('Cancel')}
          </button>
          <button type="submit" className="button primary" disabled={renaming.isPending}>
            {t('Rename')}
          </button>
        </div>
      </form>
    </Sheet>
  );
}
