import { isEnded, useDeleteResearch, type ResearchItem } from './api.js';
import { href, navigate } from '../../shell/route.js';
import { ConfirmedButton } from '../../ui/confirmed-button.js';

/** Deletes a research, after a question, and shows the list. */
export function DeleteResearch({ research }: { research: ResearchItem }) {
  const { research_id: id, title } = research;
  const remove = useDeleteResearch(id, () => navigate(href('research')));
  return (
    <ConfirmedButton verb="Delete" name={title} question="Delete this research?" remove={remove}>
      “{title}” will be deleted with its questions, findings and report.
      {!isEnded(research) && ' Work in progress is stopped.'}
    </ConfirmedButton>
  );
}
