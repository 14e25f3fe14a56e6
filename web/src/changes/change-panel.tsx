import { Suspense, useEffect, useMemo, useState } from 'react';
import type { ErrorDetail } from '../../../src/foundation/errors.js';
import type { JsonObject } from '../../../src/foundation/json.js';
import { usePreview } from '../api/queries.js';
import { changeViewOf } from '../registry/registry.js';
import { stepsTo } from '../ui/format.js';
import { Boundary, lazyPart } from '../ui/lazy-part.js';
import type { ChangeData, ChangeViewProps, Decision, ProposedChange } from './change.js';
import { changeTitle } from './change-states.js';
import { DecisionBar } from './decision-bar.js';
import { splitGuards } from './edits.js';
import { Origins, Resembles } from './change-notes.js';
import { StateBadge } from './change-card.js';
import { useDecision } from './use-decision.js';
import { useEditedBody } from './use-edited-body.js';
import { t } from '../texts/texts.js';
import styles from './change-panel.module.css';

const DefaultView = lazyPart(() => import('./default-view.js'));
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
  const decision = useDecisionOn(data);
  const id = data.preview_id;
  const [edited, setEdited] = useState(() => editInProgress(id));
  const edit = (value: JsonObject | undefined) => {
    keepEdit(id, value);
    setEdited(value);
  };
  const isDecided = decision.state !== 'waiting' && decision.state !== 'loading';
  useEffect(() => {
    if (isDecided) keepEdit(id, undefined);
  }, [id, isDecided]);
  const draft = useEditedBody(kind, decision.state === 'waiting' ? edited : undefined);
  const { shown, guards } = splitGuards(decision.stored?.payload ?? {}, changeViewOf(kind)?.guards);
  return (
    <article className={styles.panel} aria-label={data.description}>
      <header className={styles.head}>
        <div className={styles.badges}>
          <span className="badge long">{changeTitle({ ...data, kind })}</span>
          <StateBadge state={decision.state} />
        </div>
        <h2>{data.description}</h2>
      </header>
      <div className={styles.body}>
        <Suspense fallback={<p className="quiet small">{t('Loading the preview…')}</p>}>
          {draft && <EditMarks proposed={shown} edited={draft.value} />}
          <Boundary of={draft?.value ?? data}>
            <View kind={kind} data={data} decision={decision} draft={draft} />
          </Boundary>
        </Suspense>
      </div>
      <DecisionBar
        decision={decision}
        expiresAt={data.expires_at}
        payload={shown}
        guards={guards}
        draft={draft}
        editedSoFar={edited}
        isEditing={isEditing || edited !== undefined}
        onEdit={edit}
      />
    </article>
  );
}

function View({ kind, ...props }: ChangeViewProps & { kind: string }) {
  const { data, decision } = props;
  const { state, stored } = decision;
  const Own = changeViewOf(kind)?.View ?? DefaultView;
  // Of one that is out of date, what it would change now.
  const isStale = state === 'stale' && stored?.diff !== undefined;
  return (
    <>
      <Resembles data={data} decision={decision} />
      <Own {...props} data={isStale ? { ...data, diff: stored.diff } : data} />
      <Origins data={data} decision={decision} />
    </>
  );
}

function useDecisionOn(data: ChangeData): Decision {
  const refused = useRefusal(data['replaces']);
  return { ...useDecision(data.preview_id), refused };
}

/** What the backend found wrong, by field, with the change whose place this one took. */
function useRefusal(replaces: unknown): readonly ErrorDetail[] {
  const id: unknown = Array.isArray(replaces) ? replaces[0] : undefined;
  const { data } = usePreview(typeof id === 'string' ? id : '', typeof id === 'string');
  const details = data?.state === 'failed' ? (data.error?.details ?? NONE) : NONE;
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
const MOST = 20;
const edits = new Map<string, JsonObject>();

/** The edit of this preview that was started in this tab: a panel that is drawn in another place goes on with it. */
function editInProgress(previewId: string): JsonObject | undefined {
  return edits.get(previewId);
}

/** Keeps the edit as it stands, or with `undefined` forgets it. */
function keepEdit(previewId: string, value: JsonObject | undefined): void {
  edits.delete(previewId);
  if (value === undefined) return;
  edits.set(previewId, value);
  const [oldest] = edits.keys();
  if (edits.size > MOST && oldest !== undefined) edits.delete(oldest);
}
