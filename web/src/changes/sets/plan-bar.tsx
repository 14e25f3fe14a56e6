import { Check, RotateCcw, Undo2, X } from 'lucide-react';
import type { JsonObject } from '../../../../src/foundation/json.js';
import { messageOf } from '../../api/client.js';
import { href, navigate } from '../../shell/route.js';
import { Notice } from '../../ui/notice.js';
import { progressOf, SET_STATES, type ChangeSet, type SetStep } from './change-set.js';
import type { useSetDecision } from './use-change-set.js';
import { t } from '../../texts/core.js';
import { problemWords } from '../../texts/texts.js';
import styles from './plan.module.css';

interface BarProps {
  set: ChangeSet;
  /** What accepting takes. */
  chosen: readonly SetStep[];
  edits: Readonly<Record<string, JsonObject>>;
  decision: ReturnType<typeof useSetDecision>;
}

/** The decision on a plan: accept all or what was chosen, continue, reject, undo; and how far it is. */
export function PlanBar(props: BarProps) {
  const { set, decision } = props;
  const { isPending, error, variables } = decision;
  return (
    <footer className={styles.bar}>
      <div role="status" className={styles.outcome}>
        {[error, set.error].map(
          (problem, at) =>
            problem && (
              <Notice key={at} tone="bad">
                <p>{wordsOf(problem)}</p>
              </Notice>
            ),
        )}
        <Progress set={set} applying={isPending && variables.action === 'accept'} />
      </div>
      <div className={styles.buttons}>
        {set.state === 'stopped' ? <Continue {...props} /> : <Accept {...props} />}
        <Reject {...props} />
        <Undo {...props} />
      </div>
    </footer>
  );
}

/** Of a refusal, or of an error that a change of the set ended with. */
function wordsOf(problem: Error | NonNullable<ChangeSet['error']>): string {
  return problem instanceof Error
    ? messageOf(problem)
    : problemWords(problem.code, problem.message);
}

function Accept({ set, chosen, edits, decision: { mutate, isPending } }: BarProps) {
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
      className="button primary"
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
        {isUnderWay ? SET_STATES().applying.sentence : SET_STATES()[set.state].sentence}
        {(isUnderWay || saved > 0) && ` ${t('{saved} of {all} saved.', { saved, all })}`}
      </p>
      {isUnderWay && (
        <progress className={styles.progress} max={all} value={saved} aria-label={t('Saved')} />
      )}
    </>
  );
}
