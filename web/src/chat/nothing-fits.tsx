import { useInfo } from '../api/queries.js';
import type { Turn } from '../run/run-store.js';
import { examplesFor, Suggestions } from './welcome.js';
import { t } from '../texts/texts.js';

/** What can be asked instead, under an answer that is text alone: without a model that found no operation. */
export default function NothingFits({
  turn,
  onSend,
}: {
  turn: Turn;
  onSend: (message: string) => void;
}) {
  const { data } = useInfo();
  if (data === undefined || data.model.provider !== 'none') return null;
  const [selected] = turn.view.items.flatMap((item) => (item.kind === 'agent' ? [item.data] : []));
  const sentences = examplesFor(data.agents, selected?.agent ?? turn.request.context_type);
  if (sentences.length === 0) return null;
  return (
    <section>
      <p className="quiet small">{t('What can be asked here:')}</p>
      <Suggestions sentences={sentences} onSend={onSend} />
    </section>
  );
}
