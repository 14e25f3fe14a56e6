import { CircleStop, RotateCcw } from 'lucide-react';
import { memo, Suspense, useEffect, useMemo, useState } from 'react';
import type { PlaceFinder } from '../registry/plugin.js';
import { ChangeCard, PlanCard } from '../changes/change-card.js';
import { planOf } from '../changes/sets/change-set.js';
import { answerFactsOf, answerParts, placesIn } from '../registry/registry.js';
import type { FormRequest, Finding } from '../run/run-items.js';
import type { Turn } from '../run/run-store.js';
import { sourcesOf } from '../registry/registry.js';
import { isRunning, type RunView } from '../run/run-view.js';
import { Notice } from '../ui/notice.js';
import { AgentLine } from './agent-line.js';
import { openIds, type BesideChat } from './beside.js';
import { FoldedStepRow, StepRow, Thinking } from './step-row.js';
import { LiveItem, MoveNote } from './live-item.js';
import { SourceList, answerSources, SourcesContext } from './source-list.js';
import { Timeline } from './timeline.js';
import {
  withFolds,
  withOneThinking,
  withTimelines,
  type FoldedSteps,
  type ShownItem,
} from './timeline-items.js';
import { rich, t, problemWords } from '../texts/texts.js';
import styles from './turn-view.module.css';
import { lazyPart } from '../ui/lazy-part.js';

/** Not part of the first view, which has no answer. */
const AnswerTools = lazyPart(() => import('./answer-tools.js'));
const EditMessage = lazyPart(async () => ({
  default: (await import('./answer-tools.js')).EditMessage,
}));
const WhyTools = lazyPart(() => import('./why-tools.js'));
/** Loaded with the first message, so that it is there for the first answer. */
const loadMarkdown = () => import('./markdown.js');
const Markdown = lazyPart(loadMarkdown);

/** What is other when a message is said again. */
export interface Again {
  message?: string;
  /** Who answers it. */
  agent?: string;
}

interface TurnProps {
  turn: Turn;
  beside: BesideChat;
  /** The versions of the message beside this one, and which of them it is: `1/2`; empty where it is the only one. */
  earlier: Turn | undefined;
  later: Turn | undefined;
  version: string;
  onVersion: (turn: Turn, version: Turn) => void;
  /** Says the message again, as another version of it; undefined while a run answers. */
  onAgain: ((turn: Turn, how: Again) => void) | undefined;
  /** Sends a form; undefined while another run answers. */
  onForm: ((form: FormRequest) => Promise<void>) | undefined;
}

/** A message of the user and everything that answers it. Drawn again when it changed itself, not with every event of another. */
export const TurnView = memo(function TurnView(props: TurnProps) {
  const { turn, beside, onAgain, onForm } = props;
  const { view, request, form, lost } = turn;
  const [isEditing, setEditing] = useState(false);
  useEffect(() => {
    loadMarkdown().catch(() => undefined);
  }, []);
  const onRetry = () => (form === undefined ? onAgain?.(turn, {}) : void onForm?.(form));
  const onAsk = (agent: string) => onAgain?.(turn, { agent });
  const [first, ...rest] = view.items;
  const sources = useMemo(() => sourcesOf(view), [view]);
  const finders = useFinders(view);
  const items = isRunning(view) ? undefined : view.items;
  const given = useMemo(
    () => ({ ...answerSources(sources, beside.openPanel, finders), ...(items && { items }) }),
    [sources, finders, beside.openPanel, items],
  );
  return (
    <article
      className={styles.turn}
      aria-label={t('Message: {message}', { message: request.message.slice(0, 80) })}
    >
      <Asked {...props} isEditing={isEditing} onEnd={() => setEditing(false)} />
      <div className={styles.answer}>
        {first?.kind === 'agent' && <AgentLine selected={first.data} onAsk={onAsk} />}
        <Offered selections={view.selections} />
        <SourcesContext value={given}>
          {shownItems(view, first?.kind === 'agent' ? rest : view.items).map((item, index) => (
            <Item
              key={index}
              item={item}
              view={view}
              beside={beside}
              onAsk={onAsk}
              onForm={onForm}
            />
          ))}
          {!isRunning(view) && <SourceList sources={sources} facts={answerFactsOf(view)} />}
        </SourcesContext>
        <PlanOfTurn view={view} beside={beside} />
        <AnswerParts turn={turn} beside={beside} />
        {isRunning(view) && lost === undefined && <Working view={view} />}
        {lost !== undefined && <Lost attempt={lost.attempt} isSent={view.status !== 'sending'} />}
        {view.gap !== undefined && <Notice tone="warn">{view.gap}</Notice>}
        <Ending view={view} onRetry={onRetry} />
        <Tools turn={turn} onRetry={onRetry} onEdit={() => setEditing(true)} />
      </div>
    </article>
  );
});

/** What the user wrote, or the box to write it otherwise; and the ways to its other versions. */
function Asked({
  isEditing,
  onEnd,
  ...props
}: TurnProps & { isEditing: boolean; onEnd: () => void }) {
  const { turn, version, onAgain } = props;
  const { message } = turn.request;
  return (
    <>
      {isEditing ? (
        <Suspense fallback={null}>
          <EditMessage
            message={message}
            onSend={onAgain && ((text) => onAgain(turn, { message: text }))}
            onEnd={onEnd}
          />
        </Suspense>
      ) : (
        <p className={styles.user} dir="auto">
          {message}
        </p>
      )}
      {version !== '' && <Versions {...props} />}
    </>
  );
}

/** The ways to the other versions of a message. */
function Versions({ turn, earlier, later, version, onVersion }: TurnProps) {
  const to = (other: Turn | undefined, label: string, arrow: string) => (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      title={label}
      disabled={other === undefined}
      onClick={() => other && onVersion(turn, other)}
    >
      <span aria-hidden>{arrow}</span>
    </button>
  );
  return (
    <p className={styles.versions} role="group" aria-label={t('Versions of this message')}>
      {to(earlier, t('Earlier version'), '‹')}
      {version}
      {to(later, t('Later version'), '›')}
    </p>
  );
}

function Tools({ turn, onRetry, onEdit }: { turn: Turn; onRetry: () => void; onEdit: () => void }) {
  if (isRunning(turn.view)) return null;
  return (
    <Suspense fallback={<div className={styles.tools} />}>
      <AnswerTools turn={turn} onRetry={onRetry} onEdit={onEdit} />
    </Suspense>
  );
}

const NONE: readonly PlaceFinder[] = [];

/** What finds places in an answer's words; what reads them may have to be loaded first, and waits for the answer's end. */
function useFinders(view: RunView): readonly PlaceFinder[] {
  const [finders, setFinders] = useState(NONE);
  const isOver = !isRunning(view);
  useEffect(() => {
    if (!isOver) return undefined;
    let isCurrent = true;
    const take = (found: readonly PlaceFinder[]) =>
      isCurrent && setFinders(found.length > 0 ? found : NONE);
    placesIn(view).then(take, () => take(NONE));
    return () => {
      isCurrent = false;
    };
  }, [view, isOver]);
  return finders;
}

/** While it runs each call is seen as it comes. */
function shownItems(view: RunView, items: RunView['items']) {
  return isRunning(view) ? withTimelines(items) : withFolds(withTimelines(withOneThinking(items)));
}

/** Where a run proposed several changes, they are decided on together. */
function PlanOfTurn({ view, beside }: { view: RunView; beside: BesideChat }) {
  const { openId, openPlan } = beside;
  const changes = view.items.flatMap((item) => (item.kind === 'change' ? [item.change] : []));
  const plan = planOf(changes, changes.at(-1));
  if (plan === undefined) return null;
  return (
    <PlanCard
      {...plan}
      isOpen={openId === openIds.plan(plan.id)}
      onOpen={() => openPlan(plan.id)}
    />
  );
}

function AnswerParts({ turn: { key, view }, beside }: { turn: Turn; beside: BesideChat }) {
  const { openId, openPart } = beside;
  const parts = answerParts().filter(({ isIn }) => isIn(view));
  return parts.map(({ name, Card }) => (
    <Card
      key={name}
      view={view}
      isOpen={openId === openIds.part(name, key)}
      onOpen={() => openPart(name, key)}
    />
  ));
}

function Offered({ selections }: Pick<RunView, 'selections'>) {
  if (selections.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <WhyTools selections={selections} />
    </Suspense>
  );
}

function Lost({ attempt, isSent }: { attempt: number; isSent: boolean }) {
  return (
    <Notice tone="warn">
      <p>
        {t('Reconnecting (attempt {attempt}).', { attempt })}{' '}
        {isSent
          ? t('The rest of the answer is looked for as soon as the server can be reached.')
          : t('The message is sent as soon as the server can be reached.')}
      </p>
    </Notice>
  );
}

function Item({
  item,
  view,
  beside,
  onAsk,
  onForm,
}: {
  item: ShownItem | FoldedSteps;
  view: RunView;
  beside: BesideChat;
  onAsk: (agent: string) => void;
  onForm: ((form: FormRequest) => Promise<void>) | undefined;
}) {
  const { openId, openChange, openPanel } = beside;
  switch (item.kind) {
    case 'text':
      return <Text text={item.text} />;
    case 'thinking':
      return <Thinking text={item.text} />;
    case 'agent':
      return <AgentLine selected={item.data} onAsk={onAsk} />;
    case 'folded':
      return <FoldedStepRow steps={item.steps} />;
    case 'step':
      return <StepRow step={item} />;
    case 'timeline':
      return <Timeline steps={item.steps} />;
    case 'ui_action':
      return <MoveNote action={item.data} onPanel={openPanel} />;
    case 'change': {
      const id = item.change.data.preview_id;
      return (
        <ChangeCard
          change={item.change}
          isOpen={openId === openIds.change(id)}
          onOpen={() => openChange(id)}
        />
      );
    }
    case 'findings':
      return <Findings findings={item.findings} />;
    case 'other':
      return (
        <LiveItem item={item} items={view.items} isRunning={isRunning(view)} onForm={onForm} />
      );
  }
}

function Text({ text }: { text: string }) {
  return (
    <Suspense
      fallback={
        <div className={styles.plain} dir="auto">
          {text}
        </div>
      }
    >
      <Markdown text={text} />
    </Suspense>
  );
}

function Findings({ findings }: { findings: readonly Finding[] }) {
  return (
    <Notice tone="warn">
      <ul className={styles.findings}>
        {findings.map(({ path, message }, index) => (
          <li key={index}>
            {path !== undefined && <code>{path}</code>} {message}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function Working({ view }: { view: RunView }) {
  const last = view.items.at(-1);
  if (last?.kind === 'text' && view.status === 'running') return null;
  if (view.indexing !== undefined) return <Indexing share={view.indexing} />;
  return (
    <p className={styles.working}>
      <span className={styles.dots} aria-hidden>
        <i />
        <i />
        <i />
      </span>
      {view.status === 'sending' ? t('Sending…') : t('Thinking…')}
    </p>
  );
}

function Indexing({ share }: { share: number }) {
  const label = t('Indexing the tools…');
  return (
    <p className={styles.working}>
      <progress aria-label={label} value={share} /> {label}
    </p>
  );
}

function Ending({ view, onRetry }: { view: RunView; onRetry: () => void }) {
  const { status, problem } = view;
  if (isRunning(view) || status === 'done') return null;
  const again = (
    <button type="button" className="button" onClick={onRetry}>
      <RotateCcw size={14} aria-hidden /> {t('Ask again')}
    </button>
  );
  if (status === 'stopped') {
    return (
      <p className={styles.stopped}>
        <CircleStop size={15} aria-hidden /> {rich('Stopped. {again}', { again })}
      </p>
    );
  }
  return (
    <Notice tone={status === 'gone' ? 'warn' : 'bad'}>
      {problem !== undefined && <p>{problemWords(problem.code, problem.message)}</p>}
      {again}
    </Notice>
  );
}
