import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Plus, X } from 'lucide-react';
import { href, navigate } from '../../../shell/route.js';
import { messageOf } from '../../../api/client.js';
import { Notice } from '../../../ui/notice.js';
import { t } from '../texts.js';
import {
  useSaveCase,
  type LawCase,
  bodyOf,
  draftOf,
  type CaseDraft,
  withDeadline,
  type DeadlineDraft,
} from './cases.js';
import styles from './cases.module.css';

interface FormProps {
  draft: CaseDraft;
  onChange: (change: Partial<CaseDraft>) => void;
}

/** A case with its deadlines, to be written or changed; leads back to the list once it is saved. */
export function CaseForm({ stored }: { stored: LawCase | undefined }) {
  const [draft, setDraft] = useState(() => draftOf(stored, today()));
  const save = useSaveCase(stored?.id);
  const saving = useMutation({ mutationFn: save, onSuccess: () => navigate(href('cases')) });
  const props = {
    draft,
    onChange: (change: Partial<CaseDraft>) => setDraft({ ...draft, ...change }),
  };
  return (
    <form
      className={`card ${styles.form}`}
      aria-label={
        stored === undefined ? t('New case') : t('Case {number}', { number: stored.number })
      }
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate(bodyOf(draft));
      }}
    >
      <Facts {...props} />
      <DeadlineFields draft={draft} onChange={setDraft} />
      {saving.isError && <Notice tone="bad">{messageOf(saving.error)}</Notice>}
      <div className={styles.actions}>
        <button type="submit" className="button primary" disabled={saving.isPending}>
          {saving.isPending ? t('Saving…') : t('Save')}
        </button>
        <a className="button" href={href('cases')}>
          {t('Cancel')}
        </a>
      </div>
    </form>
  );
}

function Facts({ draft, onChange }: FormProps) {
  return (
    <div className={styles.facts}>
      <Field label={t('Number')}>
        <input
          className="field"
          required
          maxLength={80}
          pattern=".*\S.*"
          value={draft.number}
          onChange={(event) => onChange({ number: event.target.value })}
        />
      </Field>
      <Field label={t('Title')} wide>
        <input
          className="field"
          required
          maxLength={300}
          pattern=".*\S.*"
          value={draft.title}
          onChange={(event) => onChange({ title: event.target.value })}
        />
      </Field>
      <Field label={t('Court')}>
        <input
          className="field"
          maxLength={200}
          value={draft.court}
          onChange={(event) => onChange({ court: event.target.value })}
        />
      </Field>
      <Field label={t('Opened on')}>
        <Day value={draft.opened_on} onChange={(opened_on) => onChange({ opened_on })} />
      </Field>
      <Status draft={draft} onChange={onChange} />
      <Field label={t('Summary')} wide>
        <textarea
          className="field"
          rows={4}
          maxLength={4000}
          value={draft.summary}
          onChange={(event) => onChange({ summary: event.target.value })}
        />
      </Field>
    </div>
  );
}

function Status({ draft, onChange }: FormProps) {
  return (
    <Field label={t('Status')}>
      <select
        className="field"
        value={draft.status}
        onChange={({ target: { value } }) =>
          onChange({ status: value === 'closed' ? 'closed' : 'open' })
        }
      >
        <option value="open">{t('Open##of a case')}</option>
        <option value="closed">{t('Closed')}</option>
      </select>
    </Field>
  );
}

function Field({
  label,
  wide = false,
  children,
}: {
  label: string;
  wide?: boolean;
  children: ReactNode;
}) {
  return (
    <label className={wide ? `${styles.field} ${styles.wide}` : styles.field}>
      <span>{label}</span>
      {children}
    </label>
  );
}

/** The day of now where the user is. */
function today(): string {
  const now = new Date();
  const two = (value: number) => String(value).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** The most deadlines that the server takes. */
const MOST = 50;

/** What is due in a case, a line each. */
function DeadlineFields({
  draft,
  onChange,
}: {
  draft: CaseDraft;
  onChange: (draft: CaseDraft) => void;
}) {
  const { deadlines } = draft;
  const put = (key: number, change: Partial<DeadlineDraft>) =>
    onChange({
      ...draft,
      deadlines: deadlines.map((item) => (item.key === key ? { ...item, ...change } : item)),
    });
  return (
    <fieldset className={styles.deadlines}>
      <legend>{t('Deadlines')}</legend>
      {deadlines.map((deadline, at) => (
        <Deadline
          key={deadline.key}
          deadline={deadline}
          name={t('Deadline {at}', { at: at + 1 })}
          onChange={(change) => put(deadline.key, change)}
          onRemove={() =>
            onChange({ ...draft, deadlines: deadlines.filter(({ key }) => key !== deadline.key) })
          }
        />
      ))}
      <button
        type="button"
        className="button"
        disabled={deadlines.length >= MOST}
        onClick={() => onChange(withDeadline(draft))}
      >
        <Plus size={14} aria-hidden /> {t('Add a deadline')}
      </button>
    </fieldset>
  );
}

function Deadline({
  deadline: { title, due_on: dueOn, is_done: isDone },
  name,
  onChange,
  onRemove,
}: {
  deadline: DeadlineDraft;
  name: string;
  onChange: (change: Partial<DeadlineDraft>) => void;
  onRemove: () => void;
}) {
  return (
    <div className={styles.deadline} role="group" aria-label={name}>
      <input
        className="field"
        aria-label={t('What is due')}
        placeholder={t('What is due')}
        required
        maxLength={300}
        pattern=".*\S.*"
        value={title}
        onChange={(event) => onChange({ title: event.target.value })}
      />
      <Day label={t('Due on')} value={dueOn} onChange={(due_on) => onChange({ due_on })} />
      <label className={styles.done}>
        <input
          type="checkbox"
          checked={isDone}
          onChange={(event) => onChange({ is_done: event.target.checked })}
        />
        {t('Done')}
      </label>
      <button
        type="button"
        className="icon-button"
        aria-label={`Remove: ${name}`}
        title={t('Remove')}
        onClick={onRemove}
      >
        <X size={15} aria-hidden />
      </button>
    </div>
  );
}

/** A day, within the years that the server takes; named by `label` where no label stands beside it. */
export function Day({
  label,
  value,
  onChange,
}: {
  label?: string;
  value: string;
  onChange: (day: string) => void;
}) {
  return (
    <input
      className="field"
      type="date"
      required
      min="1900-01-01"
      max="2199-12-31"
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
