import { useId, useState, type FormEvent } from 'react';
import { messageOf, postJson, type StoredPreview } from '../api/client.js';
import { Notice } from '../ui/notice.js';
import { Sheet } from '../ui/sheet.js';
import { t } from '../texts/texts.js';
import styles from '../ui/sheet.module.css';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { JsonObject } from '../../../src/foundation/json.js';
import { href, navigate } from '../shell/route.js';

interface Proposed {
  wish: Wish;
  /** What it is done to. */
  name: string;
  /** What is done. */
  children: string;
}

/** A button that shows the preview of a change. */
export function ProposeButton({ wish, name, children }: Proposed) {
  const { mutate, isPending, error } = usePropose();
  return (
    <>
      <button
        type="button"
        className="button"
        aria-label={`${children}: ${name}`}
        title={t('Shows a preview; nothing is saved until you accept it')}
        disabled={isPending}
        onClick={() => mutate(wish)}
      >
        {children}
      </button>
      {error !== null && (
        <Notice tone="bad">
          <p>{messageOf(error)}</p>
        </Notice>
      )}
    </>
  );
}

/** A button that asks for a name, and shows the preview of the change. */
export function ProposeNameButton({
  wish,
  name,
  first,
  children,
}: Proposed & {
  /** The name that stands in the field at first. */
  first: string;
}) {
  const [open, setOpen] = useState(false);
  const title = `${children}: ${name}`;
  return (
    <>
      <button type="button" className="button" aria-label={title} onClick={() => setOpen(true)}>
        {children}
      </button>
      {open && (
        <Sheet title={title} side="center" onClose={() => setOpen(false)}>
          <NameForm wish={wish} name={name} first={first} onCancel={() => setOpen(false)} />
        </Sheet>
      )}
    </>
  );
}

function NameForm({
  wish,
  name,
  first,
  onCancel,
}: {
  wish: Wish;
  name: string;
  first: string;
  onCancel: () => void;
}) {
  const field = useId();
  const [next, setNext] = useState(first);
  const { mutate, isPending, error } = usePropose();
  const wanted = next.trim();
  const isNew = wanted !== '' && wanted !== name;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isNew) mutate({ ...wish, input: { name: wanted } });
  };
  return (
    <form className={styles.confirm} onSubmit={submit}>
      <label htmlFor={field}>{t('New name')}</label>
      <input
        id={field}
        className="field"
        data-focus
        maxLength={255}
        value={next}
        onChange={(event) => setNext(event.target.value)}
      />
      {error !== null && (
        <Notice tone="bad">
          <p>{messageOf(error)}</p>
        </Notice>
      )}
      <p className="quiet small">
        {t('You see a preview first. Nothing is saved until you accept it.')}
      </p>
      <div className={styles.buttons}>
        <button type="button" className="button" onClick={onCancel}>
          {t('Cancel')}
        </button>
        <button type="submit" className="button primary" disabled={!isNew || isPending}>
          {t('Show the preview')}
        </button>
      </div>
    </form>
  );
}

/** What is asked for of a saved thing. */
interface Wish {
  /** The kind of change that knows the action. */
  kind: string;
  action: string;
  target_id: string;
  input?: JsonObject;
}

/** Asks for a change of a saved thing, and opens its preview: nothing is saved until that is accepted. */
function usePropose() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (wish: Wish) => postJson<StoredPreview>('/v1/agent/proposals', wish),
    onSuccess: async ({ id }, { action }) => {
      await client.invalidateQueries({ queryKey: ['previews'] });
      navigate(href('library', ['previews', id], action === 'edit' ? { edit: '1' } : {}));
    },
  });
}
