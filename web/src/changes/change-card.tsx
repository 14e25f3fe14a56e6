import { useMutation, useQueryClient } from '@tanstack/react-query';
import { PanelRightOpen, ListChecks, Undo2 } from 'lucide-react';
import { Suspense } from 'react';
import { SummaryCard } from '../ui/summary-card.js';
import { t } from '../texts/texts.js';
import { Notice } from '../ui/notice.js';
import { messageOf, postJson, type PreviewSummary } from '../api/client.js';
import { href, navigate } from '../shell/route.js';
import { isObject } from '../../../src/foundation/json.js';
import { OutsideLink } from '../ui/outside.js';
import { title } from '../ui/format.js';
import type { ProposedChange, Decision } from './change.js';
import { changeIcon, changeTitle, CHANGE_STATES } from './change-states.js';
import { useDecision } from './use-decision.js';
import { SET_STATES, type PlanFacts, useChangeSet } from './sets/change-set.js';

/** A change's place in the conversation: what it is, where it stands, and the way to see it whole. */
export function ChangeCard({
  change: { kind, data },
  isOpen,
  onOpen,
}: {
  change: ProposedChange;
  isOpen: boolean;
  onOpen: () => void;
}) {
  const { state, stored } = useDecision(data.preview_id);
  return (
    <SummaryCard
      Icon={changeIcon(kind)}
      title={data.description}
      badges={
        <>
          <span className="badge long">{changeTitle({ ...data, kind })}</span>{' '}
          <StateBadge state={state} />{' '}
          {stored?.stored_otherwise !== undefined && (
            <span className="badge warn">{t('Stored otherwise')}</span>
          )}{' '}
          <PageLink of={stored ?? data} />
        </>
      }
      isOpen={isOpen}
    >
      <button type="button" className="button" aria-pressed={isOpen} onClick={onOpen}>
        <PanelRightOpen size={15} aria-hidden />
        {state === 'waiting' ? t('Review') : t('Open')}
      </button>
      {stored?.state === 'accepted' && (
        <Suspense fallback={null}>
          <UndoButton preview={stored} />
        </Suspense>
      )}
    </SummaryCard>
  );
}

/** Where a change stands, as a badge. */
export function StateBadge({ state }: { state: Decision['state'] }) {
  const { tone, label } = CHANGE_STATES()[state];
  return <span className={`badge ${tone}`}>{label}</span>;
}

/** The way to the backend's own page of what was made or is changed, as an event, a stored preview or a list tells it. */
export function PageLink({ of }: { of: object }) {
  const { source, target, result, kind } = of as Record<string, unknown>;
  // What an MCP server answers is its own word: its pages are the operator's.
  const [url] = [kind === 'mcp_call' ? undefined : result, target].flatMap(
    (one) => (isObject(one) && one['url']) || [],
  );
  if (typeof url !== 'string') return null;
  return (
    <span className="small">
      <OutsideLink to={url}>
        {t('Open in {source}', { source: title(typeof source === 'string' ? source : '') })}
      </OutsideLink>
    </span>
  );
}

/**
 * A plan's place in the conversation: how many changes it has, where it stands, and the way to see it whole.
 * Nothing where newer previews have replaced all but one: that one has its own card.
 */
export function PlanCard({
  id,
  isOpen,
  onOpen,
}: PlanFacts & { isOpen: boolean; onOpen: () => void }) {
  const { data } = useChangeSet(id);
  const live = data?.steps.filter(({ state }) => state !== 'superseded').length ?? 0;
  if (data === undefined || live < 2) return null;
  const state = SET_STATES()[data.state];
  return (
    <SummaryCard
      Icon={ListChecks}
      title={t('Plan with {n} change | Plan with {n} changes', { n: live })}
      badges={<span className={`badge ${state.tone}`}>{state.label}</span>}
      isOpen={isOpen}
    >
      <button type="button" className="button" aria-pressed={isOpen} onClick={onOpen}>
        <PanelRightOpen size={15} aria-hidden />
        {data.state === 'waiting' ? t('Review the plan') : t('Open the plan')}
      </button>
    </SummaryCard>
  );
}

/** Shows the preview of what brings a thing back to how it was before a change; nothing where that has no way back. */
export function UndoButton({
  preview: { state, change_set_id: set, description, reversible },
}: {
  preview: Pick<PreviewSummary, 'state' | 'change_set_id' | 'description'> & {
    reversible?: unknown;
  };
}) {
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (id: string) =>
      postJson<{ id: string }>(`/v1/agent/change-sets/${encodeURIComponent(id)}/undo`, {}),
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: ['previews'] });
      navigate(href('changes', [id]));
    },
  });
  const hasWayBack = reversible === undefined || reversible === 'undo';
  if (state !== 'accepted' || set === undefined || !hasWayBack) return null;
  return (
    <>
      <button
        type="button"
        className="button"
        aria-label={t('Undo: {name}', { name: description })}
        title={t('Shows a preview of how it was before this; nothing is saved until you accept it')}
        disabled={isPending}
        onClick={() => mutate(set)}
      >
        <Undo2 size={14} aria-hidden /> {t('Undo…')}
      </button>
      {error !== null && (
        <Notice tone="bad">
          <p>{messageOf(error)}</p>
        </Notice>
      )}
    </>
  );
}
