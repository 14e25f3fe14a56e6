import { useState } from 'react';
import { ConfirmSheet } from '../../ui/confirm-sheet.js';
import { useResearchActions, type ResearchView } from './api.js';

/** Cancels a research, after a question. */
export function CancelResearch({ research: { research_id: id } }: { research: ResearchView }) {
  const [isAsking, setAsking] = useState(false);
  const { cancel } = useResearchActions(id);
  return (
    <>
      <button type="button" className="button" onClick={() => setAsking(true)}>
        Cancel
      </button>
      {isAsking && (
        <ConfirmSheet
          question="Cancel this research?"
          verb="Cancel the research"
          keep="Keep running"
          act={cancel}
          onClose={() => setAsking(false)}
        >
          It stops without a report. What it has found so far stays available.
        </ConfirmSheet>
      )}
    </>
  );
}
