import { usePreviews } from '../api/queries.js';
import { FailedQuery } from '../ui/notice.js';
import { PageFrame } from '../shell/page-frame.js';
import { href } from '../shell/route.js';

/** Previews, newest first, each with the way back to its conversation. */
export default function LibraryPage() {
  const previews = usePreviews();
  return (
    <PageFrame title="Library" about="What was proposed, and what became of it.">
      {previews.isError && <FailedQuery error={previews.error} again={previews.refetch} />}
      <ul>
        {previews.data?.items.map(({ id, description, state, conversation_id }) => (
          <li key={id}>
            <a href={href('chat', [conversation_id])}>{description}</a>{' '}
            <span className="badge">{state}</span>
          </li>
        ))}
      </ul>
    </PageFrame>
  );
}
