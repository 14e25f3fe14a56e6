import { isObject } from '../../../src/foundation/json.js';
import { messageOf } from '../api/client.js';
import { href } from '../shell/route.js';
import { Notice } from '../ui/notice.js';
import { rich, t } from '../texts/core.js';
import type { ChangeViewProps } from './change.js';
import { useDecision } from './use-decision.js';

/** That a change looks like a correction of an earlier one, while both wait, with the way to end that. */
export function Resembles({ data, decision: { state, stored } }: Omit<ChangeViewProps, 'draft'>) {
  const earlier = stored?.resembles ?? data['resembles'];
  if (state !== 'waiting' || !isObject(earlier)) return null;
  return (
    <Earlier id={String(earlier['preview_id'])} description={String(earlier['description'])} />
  );
}

function Earlier({ id, description }: { id: string; description: string }) {
  const { state, busy, problem, reject } = useDecision(id);
  if (state !== 'waiting') return null;
  return (
    <Notice tone="warn">
      <div>
        <p>
          {rich(
            'This looks like a correction of {earlier}, which waits as well. Accept both, or:',
            {
              earlier: <a href={href('library', ['previews', id])}>{description}</a>,
            },
          )}
        </p>
        <button
          type="button"
          className="button"
          disabled={busy !== undefined}
          onClick={() => reject()}
        >
          {t('Reject the other')}
        </button>
        {problem !== undefined && <p className="small">{messageOf(problem)}</p>}
      </div>
    </Notice>
  );
}
