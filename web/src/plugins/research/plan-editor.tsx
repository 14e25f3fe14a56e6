import { useMutation } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useResearchActions, type PlanRequest, type ResearchView } from './api.js';
import { Notice } from '../../ui/notice.js';
import { Problem } from './parts.js';
import { planProblem, sentTasks } from './plan-draft.js';
import { itemControl, PlanItem, usePlanDraft } from './plan-item.js';
import { t } from './texts.js';
import styles from './research-detail.module.css';

/** The plan to approve: its tasks can be rewritten, moved, removed and added. */
export function PlanEditor({ research }: { research: ResearchView }) {
  const { research_id: id, checkpoint, state } = research;
  const plan = usePlanDraft(research);
  const actions = useResearchActions(id);
  const send = useMutation({ mutationFn: (request: PlanRequest) => actions.plan(request) });
  const maxTasks = state.options.max_tasks;
  const problem = planProblem(plan.items, maxTasks);
  const decide = (approve: boolean) => {
    const answered = checkpoint === null ? {} : { checkpoint_id: checkpoint.checkpoint_id };
    const request = { tasks: sentTasks(plan.items), approve, ...answered };
    send.mutate(request, { onSuccess: plan.reset });
  };
  return (
    <section className={`card ${styles.plan}`} aria-label={t('Plan')}>
      <header>
        <h2>{t('Plan')}</h2>
        <p className="quiet small">
          {t('Nothing is read until you approve it. {n} of at most {maxTasks} tasks.', {
            n: plan.items.length,
            maxTasks,
          })}
        </p>
      </header>
      {state.outside !== undefined && <SentOutside services={state.outside.services} />}
      {plan.isBehind && !send.isPending && <Behind onReset={plan.reset} />}
      <ol className={styles.items}>
        {plan.items.map((item, index) => (
          <li key={item.key} lang={state.language}>
            <PlanItem item={item} number={index + 1} of={plan.items.length} {...plan.on(item)} />
          </li>
        ))}
      </ol>
      <p className="visually-hidden" role="status">
        {plan.said}
      </p>
      {problem !== undefined && <Notice tone="warn">{problem}</Notice>}
      {send.isError && <Problem error={send.error} />}
      <Buttons
        isFull={plan.items.length >= maxTasks}
        isReady={problem === undefined && !send.isPending}
        isEdited={plan.isEdited}
        onAdd={plan.add}
        onDecide={decide}
      />
    </section>
  );
}

/** That what is approved leaves the server, where that was asked for. */
function SentOutside({ services }: { services: readonly string[] }) {
  return (
    <Notice>
      {t('These tasks will also be sent to services outside: {services}.', {
        services: services.join(', '),
      })}
    </Notice>
  );
}

function Behind({ onReset }: { onReset: () => void }) {
  return (
    <Notice tone="warn">
      <p>{t('The saved plan was changed elsewhere since you started editing.')}</p>
      <button type="button" className="button" onClick={onReset}>
        {t('Use the saved plan')}
      </button>
    </Notice>
  );
}

function Buttons({
  isFull,
  isReady,
  isEdited,
  onAdd,
  onDecide,
}: {
  isFull: boolean;
  isReady: boolean;
  isEdited: boolean;
  onAdd: () => void;
  onDecide: (approve: boolean) => void;
}) {
  return (
    <div className={styles.buttons}>
      <button
        type="button"
        className="button"
        id={itemControl('plan', 'add')}
        disabled={isFull}
        onClick={onAdd}
      >
        <Plus size={14} aria-hidden /> {t('Add a task')}
      </button>
      <span className={styles.decide}>
        <button
          type="button"
          className="button"
          disabled={!isEdited || !isReady}
          onClick={() => onDecide(false)}
        >
          {t('Save for later')}
        </button>
        <button
          type="button"
          className="button primary"
          disabled={!isReady}
          onClick={() => onDecide(true)}
        >
          {t('Approve and start')}
        </button>
      </span>
    </div>
  );
}
