import { Suspense } from 'react';
import { Compass } from 'lucide-react';
import type { EventData } from '../../../src/agentloop/events.js';
import type { FormRequest, RunItem, UiAction } from '../run/run-items.js';
import { SignIn } from '../sources/sign-in.js';
import { Notice } from '../ui/notice.js';
import { rich, t } from '../texts/texts.js';
import { lazyPart } from '../ui/lazy-part.js';
import type { Panel } from '../registry/plugin.js';
import { moveFor } from '../registry/registry.js';
import { isQuestion } from './question.js';
import styles from './conversation.module.css';

/** Few runs ask the user anything. */
const QuestionCard = lazyPart(() => import('./question-card.js'));
/** Only servers without a model show them. */
const OperationChoices = lazyPart(() => import('./operation-form/operation-choices.js'));

/** What a call shows while it runs: how far it is, or what its server asks. Other events show nothing. */
export function LiveItem({
  item: { event, data },
  items,
  isRunning,
  onForm,
}: {
  item: Extract<RunItem, { kind: 'other' }>;
  items: readonly RunItem[];
  isRunning: boolean;
  /** Sends a form; undefined while another run answers. */
  onForm: ((form: FormRequest) => Promise<void>) | undefined;
}) {
  if (event === 'operation_form')
    return (
      <Suspense fallback={null}>
        <OperationChoices form={data as EventData['operation_form']} onForm={onForm} />
      </Suspense>
    );
  if (event === 'question' && isQuestion(data))
    return (
      <Suspense fallback={null}>
        <QuestionCard question={data} end={endOf(data.question_id, items, isRunning)} />
      </Suspense>
    );
  const fields = (data ?? {}) as Record<string, unknown>;
  if (event === 'sign_in_needed') {
    const source = String(fields['source']);
    return (
      <Notice tone="warn">
        <p>
          {rich('{source} wants to know who you are. Sign in, then ask again.', {
            source: <b>{source}</b>,
          })}
        </p>
        <SignIn source={source} title={source} />
      </Notice>
    );
  }
  if (event === 'question_refused') return <Refused {...fields} />;
  const isLatest = items.at(-1)?.kind === 'other' && sameData(items.at(-1), data);
  if (event !== 'tool_progress' || !isRunning || !isLatest) return null;
  return <Progress {...fields} />;
}

function Refused({ source, reason }: Record<string, unknown>) {
  return (
    <Notice tone="warn">
      <p>
        {rich('{source} wanted to ask you something, and was refused: {why}.', {
          source: <b>{String(source)}</b>,
          why: String(reason),
        })}
      </p>
    </Notice>
  );
}

function Progress({ progress, total, message }: Record<string, unknown>) {
  return (
    <p className="small quiet">
      {typeof total === 'number' && <progress value={Number(progress)} max={total} />}{' '}
      {typeof message === 'string' ? message : `${Number(progress)}`}
    </p>
  );
}

function sameData(item: RunItem | undefined, data: unknown): boolean {
  return item?.kind === 'other' && item.data === data;
}

/** How a question ended, by the run's later events; undefined while it waits. */
function endOf(id: string, items: readonly RunItem[], isRunning: boolean): string | undefined {
  for (const item of items) {
    if (item.kind !== 'other' || item.event !== 'question_ended') continue;
    const ended = item.data as { question_id?: unknown; state?: unknown };
    if (ended.question_id === id) return String(ended.state);
  }
  return isRunning ? undefined : 'cancelled';
}

/** A move of the page that the agent asked for: why, and the way there. */
export function MoveNote({
  action,
  onPanel,
}: {
  action: UiAction;
  onPanel: (panel: Panel) => void;
}) {
  const move = moveFor(action);
  return (
    <div className={`card ${styles.note}`}>
      <Compass size={16} aria-hidden />
      <p>{action.reason}</p>
      {move === undefined ? (
        <span className="quiet">{t('This page cannot show it.')}</span>
      ) : 'to' in move ? (
        <a className="button" href={move.to}>
          {t('Go to {name}', { name: move.name })}
        </a>
      ) : (
        <button type="button" className="button" onClick={() => onPanel(move.panel)}>
          {t('Open {name}', { name: move.name })}
        </button>
      )}
    </div>
  );
}
