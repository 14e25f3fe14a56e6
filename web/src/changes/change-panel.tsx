import { Suspense, useMemo } from 'react';
import type { ErrorDetail } from '../../../src/foundation/errors.js';
import type { JsonObject } from '../../../src/foundation/json.js';
import type { StoredPreview } from '../api/client.js';
import { usePreview } from '../api/queries.js';
import { stepsTo } from '../ui/format.js';
import { lazyPart } from '../ui/lazy-part.js';
import type { ChangeData, EditedBody, ProposedChange } from './change.js';
import { changeTitle } from './change-states.js';
import { ChangeView } from './change-view.js';
import { DecisionBar } from './decision-bar.js';
import { StateBadge } from './change-card.js';
import { useDecision } from './use-decision.js';
import { useEdit } from './use-edit.js';
import { useEditedBody } from './use-edited-body.js';
import styles from './change-panel.module.css';

const EditMarks = lazyPart(async () => ({
  default: (await import('./default-view.js')).EditMarks,
}));

/** A whole change, loaded when one is looked at: what is proposed, drawn by the view of its kind, and the decision on it. */
export default function ChangePanel({
  change: { kind, data },
  isEditing = false,
}: {
  change: ProposedChange;
  /** Whether it can be edited from the start. */
  isEditing?: boolean;
}) {
  const before = useReplaced(data);
  const decision = {
    ...useDecision(data.preview_id),
    id: data.preview_id,
    refused: useRefusal(before),
  };
  const { state, stored } = decision;
  const { shown, guards, edited, edit, isEditedAgain } = useEdit(kind, decision, before);
  const draft = useEditedBody(kind, state === 'waiting' ? edited : undefined);
  return (
    <article className={styles.panel} aria-label={data.description}>
      <header className={styles.head}>
        <div className={styles.badges}>
          <span className="badge long" dir="auto">
            {changeTitle({ ...data, kind })}
          </span>
          <StateBadge state={decision.state} />
        </div>
        <h2 dir="auto">{data.description}</h2>
      </header>
      <div className={styles.body}>
        <Marks stored={stored} shown={shown} draft={draft} />
        <ChangeView kind={kind} data={data} decision={decision} draft={draft} />
      </div>
      <DecisionBar
        key={String(isEditedAgain)}
        decision={decision}
        expiresAt={data.expires_at}
        payload={shown}
        guards={guards}
        draft={draft}
        editedSoFar={edited}
        isEditing={isEditing || isEditedAgain || edited !== undefined}
        onEdit={edit}
      />
    </article>
  );
}

/** What the user has changed, while they do and after it. */
function Marks({
  stored,
  shown,
  draft,
}: {
  stored: StoredPreview | undefined;
  shown: JsonObject;
  draft: EditedBody | undefined;
}) {
  const sent = stored?.edited ? stored.sent_payload : undefined;
  const edited = draft?.value ?? sent;
  if (edited === undefined) return null;
  return (
    <Suspense fallback={null}>
      <EditMarks proposed={draft ? shown : (stored?.payload ?? {})} edited={edited} />
    </Suspense>
  );
}

/** The change whose place this one took. */
function useReplaced({ replaces }: ChangeData): StoredPreview | undefined {
  const id: unknown = Array.isArray(replaces) ? replaces[0] : undefined;
  const { data } = usePreview(typeof id === 'string' ? id : '', typeof id === 'string');
  return data;
}

/** What the backend found wrong with it, by field. */
function useRefusal(before: StoredPreview | undefined): readonly ErrorDetail[] {
  const details = before?.state === 'failed' ? (before.error?.details ?? NONE) : NONE;
  return useMemo(
    () =>
      details.map((one) => {
        const steps = stepsTo(one.path);
        const isPlaced = steps.length === 0 || steps[0] === 'body';
        return isPlaced ? one : { ...one, path: ['body', ...steps].join('.') };
      }),
    [details],
  );
}

const NONE: readonly ErrorDetail[] = [];
