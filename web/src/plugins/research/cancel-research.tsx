import { useState } from 'react';
import { ConfirmSheet } from '../../ui/confirm-sheet.js';
import { useResearchActions, type ResearchView } from './api.js';
import { t } from './texts.js';

/** Cancels a research, after a question. */
export function CancelResearch({ research: { research_id: id } }: { research: ResearchView }) {
  const [isAsking, setAsking] = useState(false);
  const { cancel } = useResearchActions(id);
  return (
    <>
      <button type="button" className="button" onClick={() => setAsking(true)}>
        {t('Cancel')}
      </button>
      {isAsking && (
        <ConfirmSheet
          question={t('Cancel this research?')}
          verb={t('Cancel the research')}
          keep={t('Keep running')}
          act={cancel}
          onClose={() => setAsking(false)}
        >
          {t('It stops without a report. What it has found so far stays available.')}
        </ConfirmSheet>
      )}
    </>
  );
}
