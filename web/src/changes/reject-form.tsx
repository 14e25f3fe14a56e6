import { useState, type FormEvent } from 'react';
import type { Decision } from './change.js';
import { t } from '../texts/core.js';
import styles from './change-panel.module.css';

/** Rejects with a reason, which the model is told with the next message. */
export function RejectForm({ decision, onBack }: { decision: Decision; onBack: () => void }) {
  const [reason, setReason] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    decision.reject(reason.trim() || undefined);
  };
  return (
    <form className={styles.reject} onSubmit={submit}>
      <label>
        <span className="small">{t('Reason (the model gets it with your next message)')}</span>
        <input
          className="field"
          maxLength={1000}
          autoFocus
          placeholder={t('Optional')}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </label>
      <div className={styles.choices}>
        <button type="submit" className="button danger" disabled={decision.busy !== undefined}>
          {t('Reject')}
        </button>
        <button type="button" className="button quiet" onClick={onBack}>
          {t('Back')}
        </button>
      </div>
    </form>
  );
}
