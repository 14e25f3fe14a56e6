import { Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { ConfirmSheet } from './confirm-sheet.js';

/** A button that takes `name` away, after a question; a failure is told beside the question. */
export function ConfirmedButton({
  name,
  verb,
  question,
  remove,
  children,
}: {
  name: string;
  /** What the button does, e.g. `Delete`. */
  verb: string;
  question: string;
  remove: () => Promise<unknown>;
  /** What becomes of it, in a sentence or two. */
  children: ReactNode;
}) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <button
        type="button"
        className="icon-button"
        aria-label={`${verb}: ${name}`}
        title={verb}
        onClick={() => setAsking(true)}
      >
        <Trash2 size={15} aria-hidden />
      </button>
      {asking && (
        <ConfirmSheet question={question} verb={verb} act={remove} onClose={() => setAsking(false)}>
          {children}
        </ConfirmSheet>
      )}
    </>
  );
}
