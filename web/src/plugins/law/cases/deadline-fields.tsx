import { Plus, X } from 'lucide-react';
import { Day } from './day.js';
import { withDeadline, type CaseDraft, type DeadlineDraft } from './case-draft.js';
import { t } from '../texts.js';
import styles from './cases.module.css';

/** The most deadlines that the server takes. */
const MOST = 50;

/** What is due in a case, a line each. */
export function DeadlineFields({
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
