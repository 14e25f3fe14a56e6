import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useResearchActions, type ResearchView } from './api.js';
import { Sheet } from '../../ui/sheet.js';
import { Problem } from './problem.js';
import styles from './cancel-research.module.css';

/** Cancels a research, after a question. */
export function CancelResearch({ research: { research_id: id } }: { research: ResearchView }) {
  const [isAsking, setAsking] = useState(false);
  const actions = useResearchActions(id);
  const cancel = useMutation({ mutationFn: actions.cancel, onSuccess: () => setAsking(false) });
  return (
    <>
      <button type="button" className="button" onClick={() => setAsking(true)}>
        Cancel
      </button>
      {isAsking && (
        <Sheet title="Cancel this research?" side="center" onClose={() => setAsking(false)}>
          <div className={styles.question}>
            <p className="quiet small">
              It stops without a report. What it has found so far stays available.
            </p>
            {cancel.isError && <Problem error={cancel.error} />}
            <div className={styles.buttons}>
              <button type="button" className="button" onClick={() => setAsking(false)}>
                Keep running
              </button>
              <button
                type="button"
                className="button danger"
                disabled={cancel.isPending}
                onClick={() => cancel.mutate()}
              >
                Cancel the research
              </button>
            </div>
          </div>
        </Sheet>
      )}
    </>
  );
}
