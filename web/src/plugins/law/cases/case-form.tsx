import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { href, navigate } from '../../../shell/route.js';
import { messageOf } from '../../../api/client.js';
import { Notice } from '../../../ui/notice.js';
import { useSaveCase, type LawCase } from './api.js';
import { bodyOf, draftOf, type CaseDraft } from './case-draft.js';
import { Day } from './day.js';
import { DeadlineFields } from './deadline-fields.js';
import { t } from '../texts.js';
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
