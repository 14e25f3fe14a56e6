import { useContext, useMemo } from 'react';
import {
  Check,
  ChevronRight,
  CircleHelp,
  CircleStop,
  LoaderCircle,
  X,
  ListTree,
  Brain,
} from 'lucide-react';
import { type Step, shortInput } from '../run/run-items.js';
import { duration, title } from '../ui/format.js';
import { JsonBlock } from '../ui/values.js';
import { OutsideLink } from '../ui/outside.js';
import { isUnsigned } from '../changes/change-states.js';
import { lazyPart } from '../ui/lazy-part.js';
import { t } from '../texts/texts.js';
import { DataTable } from './data-table.js';
import {
  fieldIn,
  linkOf,
  namesById,
  recordName,
  rowsOf,
  withoutData,
  filesIn,
  type AttachedFile,
} from './tool-results.js';
import { SourcesContext } from './source-list.js';
import styles from './step-row.module.css';

const STATES = () =>
  ({
    running: { Icon: LoaderCircle, label: t('running') },
    done: { Icon: Check, label: t('done') },
    failed: { Icon: X, label: t('failed') },
    stopped: { Icon: CircleStop, label: t('stopped') },
    unknown: { Icon: CircleHelp, label: t('outcome unknown') },
  }) as const;

const OwnToken = lazyPart(async () => ({
  default: (await import('../sources/sign-in.js')).OwnToken,
}));

/** A tool call: its name, state and time; opened, what went in and what came out. */
export function StepRow({ step }: { step: Step }) {
  const { Icon, label } = STATES()[step.state];
  const row = (
    <details className={`${styles.step} ${styles[step.state]}`}>
      <summary>
        <Icon
          size={14}
          role="img"
          aria-label={label}
          className={step.state === 'running' ? 'spin' : undefined}
        />
        <span className={styles.name}>{step.title ?? title(step.name)}</span>
        <span className={styles.hint}>{shortInput(step.input)}</span>
        <span className={styles.time}>
          {step.state === 'done' ? '' : `${label} `}
          {step.elapsedMs === undefined ? '' : duration(step.elapsedMs)}
        </span>
        <ChevronRight size={14} aria-hidden className={styles.chevron} />
      </summary>
      <StepInside step={step} />
    </details>
  );
  if (!isUnsigned(step.result)) return row;
  return (
    <>
      {row}
      <p>
        <OwnToken tool={step.name} />
      </p>
    </>
  );
}

/** What went into a step, and what came out. */
export function StepInside({ step }: { step: Step }) {
  return (
    <div className={styles.inside}>
      <p className={styles.label}>
        {step.call === false ? t('Step') : t('Input of {name}', { name: step.name })}
      </p>
      <JsonBlock value={step.input} label={t('Input of {name}', { name: step.name })} />
      {step.result !== undefined && (
        <>
          <p className={styles.label}>{t('Result')}</p>
          <Attachments result={step.result} />
          <Result value={withoutData(step.result)} name={step.name} link={step.link} />
        </>
      )}
    </div>
  );
}

/** An id with the name of its record, where that does not stand in the row. */
function withName(text: string, name: string | undefined, row: readonly string[]): string {
  return name === undefined || row.includes(name) ? text : `${text} (${name})`;
}

/** Rows as a table, with all that was answered behind it; anything else as it came. */
function Result({ value, name, link }: { value: unknown; name: string; link: string | undefined }) {
  const label = t('Result of {name}', { name });
  const { items } = useContext(SourcesContext) ?? {};
  const names = useMemo(() => namesById(items ?? []), [items]);
  const found = rowsOf(value);
  const field = fieldIn(link);
  const page = link !== undefined && field === undefined && (
    <p className="small">
      <OutsideLink to={link}>{recordName(value) ?? link}</OutsideLink>
    </p>
  );
  if (found === undefined)
    return (
      <>
        {page}
        <JsonBlock value={value} label={label} />
      </>
    );
  const head = found.columns.map((column) => ({ text: column, shown: title(column) }));
  const at = found.columns.indexOf(field ?? '');
  const cellsOf = (texts: readonly string[]) =>
    texts.map((text, column) =>
      column === at && text !== '' ? (
        <OutsideLink to={linkOf(link ?? '', text)}>{text}</OutsideLink>
      ) : (
        withName(text, names.get(text), texts)
      ),
    );
  return (
    <>
      {page}
      <DataTable
        label={label}
        head={head}
        rows={found.rows.map((texts) => ({ texts, cells: cellsOf(texts) }))}
      />
      {found.more > 0 && (
        <p className="small quiet">{t('{n} more row | {n} more rows', { n: found.more })}</p>
      )}
      <details className="small">
        <summary>{t('As it was answered')}</summary>
        <JsonBlock value={value} label={t('As it was answered')} />
      </details>
    </>
  );
}

/** Many calls of an answer that is there: how many, and each of them on demand. */
export function FoldedStepRow({ steps }: { steps: readonly Step[] }) {
  const failed = steps.filter(({ state }) => state === 'failed').length;
  const all = t('{n} step | {n} steps', { n: steps.length });
  return (
    <details className={styles.step}>
      <summary>
        <ListTree size={14} aria-hidden />
        <span className={styles.hint}>
          {failed > 0 ? t('{steps}, {failed} failed', { steps: all, failed }) : all}
        </span>
        <ChevronRight size={14} aria-hidden className={styles.chevron} />
      </summary>
      {steps.map((step) => (
        <StepRow key={step.id} step={step} />
      ))}
    </details>
  );
}

/** What the model thought before it spoke: as plain text, on demand. */
export function Thinking({ text }: { text: string }) {
  return (
    <details className={styles.step}>
      <summary>
        <Brain size={14} aria-hidden />
        <span className={styles.hint}>{t('Thinking')}</span>
        <ChevronRight size={14} aria-hidden className={styles.chevron} />
      </summary>
      <p className={`${styles.inside} ${styles.thought}`} dir="auto">
        {text}
      </p>
    </details>
  );
}

/** The images of a result, drawn, and its other files as downloads. */
export function Attachments({ result }: { result: unknown }) {
  const files = filesIn(result);
  if (files.length === 0) return null;
  return (
    <ul className={styles.files}>
      {files.map((file, at) => (
        <li key={at}>
          {file.drawn && (
            <img className={styles.image} src={file.data_url} alt={nameOf(file)} loading="lazy" />
          )}
          <a className="small" href={file.data_url} download={`file-${at + 1}`}>
            {t('Download: {nameOf}', { nameOf: nameOf(file) })}
          </a>
        </li>
      ))}
    </ul>
  );
}

function nameOf({ kind, mime_type: type = '', bytes = 0 }: AttachedFile): string {
  return [kind, type, t('{n} byte | {n} bytes', { n: bytes })]
    .filter((part) => part !== '')
    .join(', ');
}
