import { useRef, useState } from 'react';
import { Check, RotateCcw, Undo2, X } from 'lucide-react';
import type { JsonObject } from '../../../../src/foundation/json.js';
import { href, navigate } from '../../shell/route.js';
import { FailedQuery, Notice } from '../../ui/notice.js';
import { rich, t, problemWords } from '../../texts/texts.js';
import { messageOf, type ChangeSet, type ChangeSetStep } from '../../api/client.js';
import {
  chosenSteps,
  SET_STATES,
  useChangeSet,
  useSetDecision,
  progressOf,
  wordsOf,
} from './change-set.js';
import { failureNow } from '../use-decision.js';
import { PlanStep } from './plan-step.js';
import styles from './plan.module.css';

/** In which a decision is still to be made. */
const OPEN: readonly ChangeSet['state'][] = ['waiting', 'stopped', 'partly'];

/** The changes of one run as one plan: each with what it does, and the decision on all or some of them. */
export default function Plan({ id }: { id: string }) {
  const asked = useChangeSet(id);
  if (asked.data !== undefined) return <PlanOf set={asked.data} asked={asked} />;
  if (asked.isError) return <FailedQuery error={asked.error} again={asked.refetch} />;
  return <p className="quiet small">{t('Loading the plan…')}</p>;
}

function PlanOf({ set, asked }: { set: ChangeSet; asked: ReturnType<typeof useChangeSet> }) {
  const decision = useSetDecision(set.id);
  const isOpen = OPEN.includes(set.state) || decision.variables?.action === 'undo';
  const failure = failureNow(decision, asked, isOpen);
  const [off, setOff] = useState<ReadonlySet<string>>(new Set());
  const [edits, setEdits] = useState<Readonly<Record<string, JsonObject>>>({});
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const body = useRef<HTMLDivElement>(null);
  const chosen = chosenSteps(set.steps, off);
  const unseen = chosen.filter(({ preview_id: id }) => !seen.has(id));
  const edit = (previewId: string, value: JsonObject | undefined) => {
    const { [previewId]: _, ...rest } = edits;
    setEdits(value === undefined ? rest : { ...rest, [previewId]: value });
  };
  const title = titleOf(set);
  return (
    <article className={styles.plan} aria-label={title}>
      <Head set={set} title={title} />
      <div
        ref={body}
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
              isUnseen={unseen.includes(step)}
              onSeen={(id) => setSeen((before) => new Set(before).add(id))}
              locked={decision.isPending || set.state === 'stopped'}
              onToggle={() => setOff(toggled(off, step.preview_id))}
              onEdit={(value) => edit(step.preview_id, value)}
            />
          ))}
        </ol>
      </div>
      <PlanBar
        set={set}
        chosen={chosen}
        edits={edits}
        decision={decision}
        failure={failure}
        unseen={unseen.length}
        onNext={() => showNext(body.current)}
      />
    </article>
  );
}

function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** Brings the first change that was not seen into view; one that is higher than the view, its end. */
function showNext(body: HTMLElement | null): void {
  const next = body?.querySelector('[data-unseen]');
  if (!body || !next) return;
  const isAtTop = Math.abs(next.getBoundingClientRect().top - body.getBoundingClientRect().top) < 2;
  next.scrollIntoView({ block: isAtTop ? 'end' : 'start' });
}

function titleOf({ undo_of: undone, steps }: ChangeSet): string {
  return undone === undefined
    ? t('Plan with {n} change | Plan with {n} changes', { n: steps.length })
    : t('Take back {n} change | Take back {n} changes', { n: steps.length });
}

function Head({ set, title }: { set: ChangeSet; title: string }) {
  const { label, tone } = wordsOf(set);
  return (
    <header className={styles.head}>
      <span className={`badge ${tone}`}>{label}</span>
      <h2>{title}</h2>
      <p className="quiet small">
        {rich('In this order. The first that fails stops the rest. {link}', {
          link: <a href={href('changes', [set.id])}>{t('Open on its own')}</a>,
        })}
      </p>
    </header>
  );
}

function LeftOut({ set: { left_out: left = [] } }: { set: ChangeSet }) {
  if (left.length === 0) return null;
  return (
    <Notice tone="warn">
      <div className={styles.left}>
        <p>{t('These cannot be taken back here:')}</p>
        <ul>
          {left.map(({ position, description, why }) => (
            <li key={position}>
              <bdi>{description}</bdi>: <span className="quiet">{why}</span>
            </li>
          ))}
        </ul>
      </div>
    </Notice>
  );
}

interface BarProps {
  set: ChangeSet;
  /** What accepting takes. */
  chosen: readonly ChangeSetStep[];
  edits: Readonly<Record<string, JsonObject>>;
  decision: ReturnType<typeof useSetDecision>;
  failure: Error | null;
  /** How many of the chosen have not been on the screen yet, and the way to the next of them. */
  unseen: number;
  onNext: () => void;
}

/** The decision on a plan: accept all or what was chosen, continue, reject, undo; and how far it is. */
function PlanBar(props: BarProps) {
  const { set, decision, failure } = props;
  const { isPending, variables } = decision;
  return (
    <footer className={styles.bar}>
      <div role="status" className={styles.outcome}>
        {[failure, set.error].map(
          (problem, at) =>
            problem && (
              <Notice key={at} tone="bad">
                <p>{problemIn(problem)}</p>
              </Notice>
            ),
        )}
        <Progress set={set} applying={isPending && variables.action === 'accept'} />
      </div>
      <Unseen {...props} />
      <div className={styles.buttons}>
        {set.state === 'stopped' ? <Continue {...props} /> : <Accept {...props} />}
        <Reject {...props} />
        <Undo {...props} />
      </div>
    </footer>
  );
}

/** Of a refusal, or of an error that a change of the set ended with. */
function problemIn(problem: Error | NonNullable<ChangeSet['error']>): string {
  return problem instanceof Error
    ? messageOf(problem)
    : problemWords(problem.code, problem.message);
}

/** How much would be accepted without having been looked at. */
function Unseen({ set, unseen, onNext }: BarProps) {
  if (unseen === 0 || set.state === 'stopped') return null;
  return (
    <p className="small">
      {t(
        '{n} of these changes was not shown to you yet. | {n} of these changes were not shown to you yet.',
        { n: unseen },
      )}{' '}
      <button type="button" className="text-button" onClick={onNext}>
        {t('Show the next')}
      </button>
    </p>
  );
}

function Accept({ set, chosen, edits, unseen, decision: { mutate, isPending } }: BarProps) {
  const isAll = chosen.length === set.steps.length;
  const accept = () => {
    const ids = chosen.map(({ preview_id: id }) => id);
    const sent = Object.fromEntries(Object.entries(edits).filter(([id]) => ids.includes(id)));
    mutate({
      action: 'accept',
      ...(isAll ? {} : { only: ids }),
      ...(Object.keys(sent).length === 0 ? {} : { edits: sent }),
    });
  };
  if (waitingIn(set) === 0) return null;
  return (
    <button
      type="button"
      className={unseen > 0 ? 'button' : 'button primary'}
      disabled={isPending || chosen.length === 0}
      onClick={accept}
    >
      <Check size={15} aria-hidden /> {acceptWords(chosen.length, set.steps.length)}
    </button>
  );
}

function acceptWords(chosen: number, all: number): string {
  if (all === 1) return t('Accept');
  return chosen === all
    ? t('Accept all {n}', { n: all })
    : t('Accept {n} of {n2}', { n: chosen, n2: all });
}

/** What was chosen before is still chosen. */
function Continue({ decision: { mutate, isPending } }: BarProps) {
  return (
    <button
      type="button"
      className="button primary"
      disabled={isPending}
      onClick={() => mutate({ action: 'accept' })}
    >
      <RotateCcw size={15} aria-hidden /> {t('Continue')}
    </button>
  );
}

function Reject({ set, decision: { mutate, isPending } }: BarProps) {
  if (waitingIn(set) === 0) return null;
  return (
    <button
      type="button"
      className="button"
      disabled={isPending}
      onClick={() => mutate({ action: 'reject' })}
    >
      <X size={15} aria-hidden /> {set.state === 'stopped' ? t('Reject the rest') : t('Reject all')}
    </button>
  );
}

/** Undoing is a plan of its own, which waits for its own decision. */
function Undo({ set, decision: { mutate, isPending } }: BarProps) {
  const canUndo = set.steps.some(
    ({ state, reversible }) => state === 'accepted' && reversible === 'undo',
  );
  if (!canUndo) return null;
  const undo = () =>
    mutate({ action: 'undo' }, { onSuccess: ({ id }) => navigate(href('changes', [id])) });
  return (
    <button type="button" className="button" disabled={isPending} onClick={undo}>
      <Undo2 size={15} aria-hidden /> {t('Undo…')}
    </button>
  );
}

function waitingIn({ steps }: ChangeSet): number {
  return steps.filter(({ state }) => state === 'waiting').length;
}

function Progress({ set, applying }: { set: ChangeSet; applying: boolean }) {
  const { saved, all } = progressOf(set.steps);
  const isUnderWay = applying || set.state === 'applying';
  return (
    <>
      <p className="small quiet">
        {isUnderWay ? SET_STATES().applying.sentence : wordsOf(set).sentence}
        {(isUnderWay || saved > 0) && ` ${t('{saved} of {all} saved.', { saved, all })}`}
      </p>
      {isUnderWay && (
        <progress className={styles.progress} max={all} value={saved} aria-label={t('Saved')} />
      )}
    </>
  );
}
