import {
  Check,
  Copy,
  FlaskConical,
  Pencil,
  RotateCcw,
  TriangleAlert,
  ThumbsDown,
  ThumbsUp,
} from 'lucide-react';
import { useState, type FormEvent, type KeyboardEvent } from 'react';
import type { JsonObject } from '../../../src/foundation/json.js';
import { messageOf, sextant, type Rating } from '../api/client.js';
import type { Turn } from '../run/run-store.js';
import { answerOf } from '../run/run-view.js';
import { t } from '../texts/texts.js';
import styles from './turn-view.module.css';

/** What can be done with an answer that is there: copy it, rate it, ask again, write the question otherwise, keep it as a test. */
export default function AnswerTools({
  turn: { view, request, rating },
  onRetry,
  onEdit,
}: {
  turn: Turn;
  onRetry: () => void;
  /** Puts the question into the box. */
  onEdit: () => void;
}) {
  const text = answerOf(view);
  return (
    <div className={styles.answerTools}>
      {text !== '' && <CopyButton text={text} />}
      {view.runId !== undefined && <RateAnswer runId={view.runId} rating={rating} />}
      {view.status === 'done' && (
        <button
          type="button"
          className="icon-button"
          aria-label={t('Ask again')}
          title={t('Ask again')}
          onClick={onRetry}
        >
          <RotateCcw size={14} aria-hidden />
        </button>
      )}
      <button
        type="button"
        className="icon-button"
        aria-label={t('Edit the question')}
        title={t('Edit the question')}
        onClick={onEdit}
      >
        <Pencil size={14} aria-hidden />
      </button>
      {view.runId !== undefined && <ScenarioButton runId={view.runId} context={request.context} />}
    </div>
  );
}

/** The code that writes the file is loaded when it is asked for. */
function ScenarioButton({ runId, context }: { runId: string; context: JsonObject }) {
  const [problem, setProblem] = useState<string>();
  const save = () =>
    import('./save-scenario.js')
      .then(({ saveScenario }) => saveScenario(runId, context))
      .then(
        () => setProblem(undefined),
        (error: unknown) => setProblem(messageOf(error)),
      );
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={t('Save as scenario')}
      title={problem ?? t('Save as scenario: a test of an evaluation')}
      onClick={() => void save()}
    >
      {problem === undefined ? (
        <FlaskConical size={14} aria-hidden />
      ) : (
        <TriangleAlert size={14} aria-hidden />
      )}
    </button>
  );
}

function CopyButton({ text }: { text: string }) {
  const [copied, setCopied] = useState<boolean>();
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  const label =
    copied === undefined
      ? t('Copy the answer')
      : copied
        ? t('Copied')
        : t('It could not be copied');
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      title={label}
      onClick={() => void copy()}
    >
      {copied === true ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
    </button>
  );
}

/** Says whether an answer was good; the same again takes it back. The choice of tools learns from it. */
function RateAnswer({ runId, rating }: { runId: string; rating: Rating | undefined }) {
  const [chosen, setChosen] = useState(rating);
  const [problem, setProblem] = useState<string>();
  const choose = (next: Rating | undefined) => {
    setChosen(next);
    setProblem(undefined);
    sextant.rate(runId, next).catch((error: unknown) => {
      setChosen(chosen);
      setProblem(messageOf(error));
    });
  };
  const button = (of: Rating, label: string, Icon: typeof ThumbsUp) => (
    <button
      type="button"
      className={`icon-button ${chosen === of ? styles.chosen : ''}`}
      aria-label={label}
      aria-pressed={chosen === of}
      title={chosen === of ? t('Take it back') : label}
      onClick={() => choose(chosen === of ? undefined : of)}
    >
      <Icon size={14} aria-hidden />
    </button>
  );
  return (
    <>
      {button('up', t('Good answer'), ThumbsUp)}
      {button('down', t('Bad answer'), ThumbsDown)}
      {problem !== undefined && (
        <span role="alert" className={styles.problem}>
          {problem}
        </span>
      )}
    </>
  );
}

/** A message that is written otherwise where it stands; sent, it begins a branch of the conversation. */
export function EditMessage({
  message,
  onSend,
  onEnd,
}: {
  message: string;
  /** Undefined while a run answers. */
  onSend: ((message: string) => void) | undefined;
  onEnd: () => void;
}) {
  const [text, setText] = useState(message);
  const [opener] = useState(() => document.activeElement);
  const end = (next: Element | null) => {
    onEnd();
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  };
  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (text.trim() === '' || onSend === undefined) return;
    onSend(text.trim());
    end(document.getElementById('message'));
  };
  return (
    <form className={styles.edit} onSubmit={submit}>
      <textarea
        className="field"
        autoFocus
        dir="auto"
        aria-label={t('Edit the question')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter' && !event.shiftKey) submit(event);
          if (event.key !== 'Escape') return;
          event.preventDefault();
          end(opener);
        }}
      />
      <div className={styles.ways}>
        <button type="button" className="button quiet" onClick={() => end(opener)}>
          {t('Cancel')}
        </button>
        <button type="submit" className="button primary" disabled={text.trim() === '' || !onSend}>
          {t('Send')}
        </button>
      </div>
    </form>
  );
}
