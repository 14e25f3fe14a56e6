import {
  BookOpen,
  ChevronRight,
  CircleHelp,
  CircleStop,
  Compass,
  LoaderCircle,
  PanelRightOpen,
  PenLine,
  Scale,
  Search,
  X,
} from 'lucide-react';
import type { StepMessage } from '../registry/plugin.js';
import type { Step } from '../run/run-items.js';
import { duration } from '../ui/format.js';
import { StepInside } from './step-row.js';
import type { TimelineStep } from './timeline-items.js';
import { t } from '../texts/texts.js';
import styles from './timeline.module.css';

const ACTIONS = {
  searching: Search,
  reading: BookOpen,
  analysing: Scale,
  summarising: PenLine,
  opening: PanelRightOpen,
  navigating: Compass,
} as const;

const ACTION_WORDS = (): Readonly<Record<string, string>> => ({
  searching: t('searching'),
  reading: t('reading'),
  analysing: t('analysing'),
  summarising: t('summarising'),
  opening: t('opening'),
  navigating: t('navigating'),
});

const NOT_DONE = {
  running: LoaderCircle,
  failed: X,
  stopped: CircleStop,
  unknown: CircleHelp,
} as const;

const STATES = () =>
  ({
    running: t('running'),
    done: t('done'),
    failed: t('failed'),
    stopped: t('stopped'),
    unknown: t('outcome unknown'),
  }) as const;

/** What an agent does, step by step, in words; each opens to what went in and what came out. */
export function Timeline({ steps }: { steps: readonly TimelineStep[] }) {
  return (
    <ol className={styles.timeline} aria-label={t('Steps')}>
      {steps.map(({ step, message }) => (
        <li key={step.id} className={styles[step.state]}>
          <TimelineEntry step={step} message={message} />
        </li>
      ))}
    </ol>
  );
}

function TimelineEntry({
  step,
  message: { action, message },
}: {
  step: Step;
  message: StepMessage;
}) {
  // A later server may know other actions.
  const Icon = step.state === 'done' ? (ACTIONS[action] ?? Search) : NOT_DONE[step.state];
  const label = STATES()[step.state];
  return (
    <details className={styles.step}>
      <summary>
        <span className={styles.icon}>
          <Icon
            size={14}
            role="img"
            aria-label={`${ACTION_WORDS()[action] ?? action}, ${label}`}
            className={step.state === 'running' ? 'spin' : undefined}
          />
        </span>
        <span className={styles.message}>{message}</span>
        <span className={styles.time}>
          {step.state === 'done' ? '' : `${label} `}
          {step.elapsedMs === undefined ? '' : duration(step.elapsedMs)}
        </span>
        <ChevronRight size={14} aria-hidden className={styles.chevron} />
      </summary>
      <StepInside step={step} />
    </details>
  );
}
