import { Check, Copy, Pencil, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { Turn } from '../run/run-store.js';
import { answerOf, isRunning } from '../run/run-view.js';
import { t } from '../texts/core.js';
import styles from './answer-tools.module.css';

/** What can be done with an answer that is there: copy it, ask again, or write the question otherwise. */
export function AnswerTools({
  turn: { view },
  onRetry,
  onEdit,
}: {
  turn: Turn;
  onRetry: () => void;
  /** Puts the question into the box. */
  onEdit: () => void;
}) {
  if (isRunning(view)) return null;
  const text = answerOf(view);
  return (
    <div className={styles.tools}>
      {text !== '' && <CopyButton text={text} />}
      {view.status === 'done' && (
        <button
          type="button"
          className="icon-button"
          aria-label={t('Ask again')}
          title={t('Ask again')}
          onClick={onRetry}
        >
          <RotateCcw size={14} aria-hidden />
        </button>
      )}
      <button
        type="button"
        className="icon-button"
        aria-label={t('Edit the question')}
        title={t('Edit the question')}
        onClick={onEdit}
      >
        <Pencil size={14} aria-hidden />
      </button>
    </div>
  );
}

function CopyButton({ text }: { text: string }) {
  const [copied, setCopied] = useState<boolean>();
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  const label =
    copied === undefined
      ? t('Copy the answer')
      : copied
        ? t('Copied')
        : t('It could not be copied');
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      title={label}
      onClick={() => void copy()}
    >
      {copied === true ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
    </button>
  );
}
