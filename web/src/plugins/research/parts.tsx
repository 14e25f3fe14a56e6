import type { ReactNode } from 'react';
import { Check, CircleDashed, CirclePause, CircleStop, LoaderCircle } from 'lucide-react';
import { ApiProblem, messageOf } from '../../api/client.js';
import { Notice } from '../../ui/notice.js';
import { href, navigate } from '../../shell/route.js';
import { ConfirmedButton } from '../../ui/sheet.js';
import { type ResearchView, isEnded, useDeleteResearch, type ResearchItem } from './api.js';
import { partsOf, type PartView } from './research-view.js';
import { t } from './texts.js';
import { percent } from './research-labels.js';
import styles from './parts.module.css';

/** A part of a research: open while it is the one that counts, after that the reader's to open. */
export function Part({
  title,
  about,
  isOpen,
  children,
}: {
  title: string;
  about?: string;
  isOpen: boolean;
  children: ReactNode;
}) {
  return (
    <details className={`card ${styles.part}`} open={isOpen}>
      <summary>
        <h2>{title}</h2>
        {about !== undefined && <span className="quiet small">{about}</span>}
      </summary>
      <div className={styles.body}>{children}</div>
    </details>
  );
}

const LOOKS = (): Readonly<Record<PartView['state'], { Icon: typeof Check; words: string }>> => ({
  done: { Icon: Check, words: t('done') },
  now: { Icon: LoaderCircle, words: t('in progress') },
  waits: { Icon: CirclePause, words: t('waiting for you') },
  stopped: { Icon: CircleStop, words: t('ended here') },
  ahead: { Icon: CircleDashed, words: t('not started') },
});

/** How far a research is. */
export function PartBar({ research }: { research: ResearchView }) {
  return (
    <ol className={styles.phaseBar} aria-label={t('Progress')}>
      {partsOf(research).map(({ label, state }) => {
        const { Icon, words } = LOOKS()[state];
        const isHere = state === 'now' || state === 'waits';
        return (
          <li key={label} className={styles[state]} aria-current={isHere ? 'step' : undefined}>
            <Icon size={14} aria-hidden className={state === 'now' ? 'spin' : undefined} />
            {label}
            <span className="visually-hidden">, {words}</span>
          </li>
        );
      })}
    </ol>
  );
}

/** What was done without what: where nobody judged, and what was left out. */
export function NoteList({
  notes,
  language,
}: {
  notes: readonly string[];
  language: string | undefined;
}) {
  return (
    <ul className={styles.notes} lang={language}>
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}

/** A refusal of the server in its own words, with what it says of each field. */
export function Problem({ error }: { error: unknown }) {
  const message = messageOf(error);
  const details = error instanceof ApiProblem && error.status !== 409 ? error.details : [];
  // Most messages say it all already.
  const more = details.filter((detail) => !message.includes(detail.message));
  return (
    <Notice tone="bad">
      <div>
        <p>{message}</p>
        {more.map(({ path, message: words }, index) => (
          <p key={index}>{path === undefined ? words : `${path}: ${words}`}</p>
        ))}
      </div>
    </Notice>
  );
}

/** A share from 0 to 1 as a bar with its name and number; `mark` is a threshold on it. */
export function Bar({
  label,
  share,
  words = percent(share),
  mark,
}: {
  label: string;
  share: number;
  /** What is written beside it. */
  words?: string;
  mark?: number;
}) {
  const whole = Math.round(Math.min(1, Math.max(0, share)) * 100);
  return (
    <div className={styles.row}>
      <span className={styles.label}>{label}</span>
      <span
        className={styles.bar}
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={whole}
        aria-valuetext={words}
      >
        <i style={{ width: `${whole}%` }} />
        {mark !== undefined && <b style={{ left: `${mark * 100}%` }} />}
      </span>
      <span className={styles.words}>{words}</span>
    </div>
  );
}

/** Deletes a research, after a question, and shows the list. */
export function DeleteResearch({ research }: { research: ResearchItem }) {
  const { research_id: id, title } = research;
  const remove = useDeleteResearch(id, () => navigate(href('research')));
  return (
    <ConfirmedButton
      verb={t('Delete')}
      name={title}
      question={t('Delete this research?')}
      remove={remove}
    >
      {t('“{title}” will be deleted with its questions, findings and report.', { title })}
      {!isEnded(research) && ` ${t('Work in progress is stopped.')}`}
    </ConfirmedButton>
  );
}
