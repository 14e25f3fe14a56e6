import { useState } from 'react';
import type { JsonObject } from '../../../../src/foundation/json.js';
import { href } from '../../shell/route.js';
import { FailedQuery, Notice } from '../../ui/notice.js';
import { chosenSteps, SET_STATES, type ChangeSet } from './change-set.js';
import { PlanBar } from './plan-bar.js';
import { PlanStep } from './plan-step.js';
import { useChangeSet, useSetDecision } from './use-change-set.js';
import { rich, t } from '../../texts/core.js';
import styles from './plan.module.css';

/** The changes of one run as one plan: each with what it does, and the decision on all or some of them. */
export default function Plan({ id }: { id: string }) {
  const { data: set, isError, error, refetch } = useChangeSet(id);
  if (set !== undefined) return <PlanOf set={set} />;
  if (isError) return <FailedQuery error={error} again={refetch} />;
  return <p className="quiet small">{t('Loading the plan…')}</p>;
}

function PlanOf({ set }: { set: ChangeSet }) {
  const decision = useSetDecision(set.id);
  const [off, setOff] = useState<ReadonlySet<string>>(new Set());
  const [edits, setEdits] = useState<Readonly<Record<string, JsonObject>>>({});
  const chosen = chosenSteps(set.steps, off);
  const toggle = (previewId: string) => {
    const next = new Set(off);
    if (!next.delete(previewId)) next.add(previewId);
    setOff(next);
  };
  const edit = (previewId: string, value: JsonObject | undefined) => {
    const { [previewId]: _, ...rest } = edits;
    setEdits(value === undefined ? rest : { ...rest, [previewId]: value });
  };
  const title = titleOf(set);
  return (
    <article className={styles.plan} aria-label={title}>
      <Head set={set} title={title} />
      <div
        className={styles.body}
        tabIndex={0}
        role="region"
        aria-label={t('The changes of the plan')}
      >
        <LeftOut set={set} />
        <ol className={styles.steps}>
          {set.steps.map((step) => (
            <PlanStep
              key={step.preview_id}
              step={step}
              steps={set.steps}
              isChosen={chosen.includes(step)}
              isOff={off.has(step.preview_id)}
              edit={edits[step.preview_id]}
              locked={decision.isPending || set.state === 'stopped'}
              onToggle={() => toggle(step.preview_id)}
              onEdit={(value) => edit(step.preview_id, value)}
            />
          ))}
        </ol>
      </div>
      <PlanBar set={set} chosen={chosen} edits={edits} decision={decision} />
    </article>
  );
}

function titleOf({ undo_of: undone, steps }: ChangeSet): string {
  return undone === undefined
    ? t('Plan with {n} change | Plan with {n} changes', { n: steps.length })
    : t('Take back {n} change | Take back {n} changes', { n: steps.length });
}

function Head({ set: { id, state }, title }: { set: ChangeSet; title: string }) {
  const { label, tone } = SET_STATES()[state];
  return (
    <header className={styles.head}>
      <span className={`badge ${tone}`}>{label}</span>
      <h2>{title}</h2>
      <p className="quiet small">
        {rich('In this order. The first that fails stops the rest. {link}', {
          link: <a href={href('changes', [id])}>{t('Open on its own')}</a>,
        })}
      </p>
    </header>
  );
}

function LeftOut({ set: { left_out: left = [] } }: { set: ChangeSet }) {
  if (left.length === 0) return null;
  return (
    <Notice tone="warn">
      <p>{t('These cannot be taken back here:')}</p>
      <ul>
        {left.map(({ description, reason }, at) => (
          <li key={at}>
            {description} {reason !== undefined && <span className="quiet">({reason})</span>}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
