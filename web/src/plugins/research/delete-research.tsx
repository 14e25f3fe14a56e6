import { isEnded, useDeleteResearch, type ResearchItem } from './api.js';
import { href, navigate } from '../../shell/route.js';
import { ConfirmedButton } from '../../ui/confirmed-button.js';
import { t } from './texts.js';

/** Deletes a research, after a question, and shows the list. */
export function DeleteResearch({ research }: { research: ResearchItem }) {
  const { research_id: id, title } = research;
  const remove = useDeleteResearch(id, () => navigate(href('research')));
  return (
    <ConfirmedButton
      verb={t('Delete')}
      name={title}
      question={t('Delete this research?')}
      remove={remove}
    >
      {t('“{title}” will be deleted with its questions, findings and report.', { title })}
      {!isEnded(research) && ` ${t('Work in progress is stopped.')}`}
    </ConfirmedButton>
  );
}
