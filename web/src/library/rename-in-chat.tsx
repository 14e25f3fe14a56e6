import { useId, useState } from 'react';
import { Sheet } from '../ui/sheet.js';
import { t } from '../texts/core.js';
import styles from '../ui/confirm-sheet.module.css';
import { askInChat } from './ask-in-chat.js';

/** A button that asks for another name in a new chat, which answers with a preview. */
export function RenameInChat({
  name,
  chat,
  messageOf,
}: {
  name: string;
  chat: string;
  messageOf: (name: string) => string;
}) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="button"
        aria-label={t('Rename: {name}', { name })}
        onClick={() => setOpen(true)}
      >
        {t('Rename')}
      </button>
      {open && (
        <Sheet title={t('Rename “{name}”', { name })} side="center" onClose={() => setOpen(false)}>
          <NameForm
            name={name}
            onCancel={() => setOpen(false)}
            onName={(next) => askInChat(chat, messageOf(next))}
          />
        </Sheet>
      )}
    </>
  );
}

function NameForm({
  name,
  onCancel,
  onName,
}: {
  name: string;
  onCancel: () => void;
  onName: (name: string) => void;
}) {
  const field = useId();
  const [next, setNext] = useState(name);
  // Quotes would end the name in the sentence.
  const wanted = next.replaceAll(/[“”"]/g, '').trim();
  return (
    <form
      className={styles.confirm}
      onSubmit={(event) => {
        event.preventDefault();
        if (wanted !== '' && wanted !== name) onName(wanted);
      }}
    >
      <label htmlFor={field}>{t('New name')}</label>
      <input
        id={field}
        className="field"
        data-focus
        maxLength={120}
        value={next}
        onChange={(event) => setNext(event.target.value)}
      />
      <p className="quiet small">
        {t('You see a preview first. Nothing is saved until you accept it.')}
      </p>
      <div className={styles.buttons}>
        <button type="button" className="button" onClick={onCancel}>
          {t('Cancel')}
        </button>
        <button
          type="submit"
          className="button primary"
          disabled={wanted === '' || wanted === name}
        >
          {t('Show the preview')}
        </button>
      </div>
    </form>
  );
}
