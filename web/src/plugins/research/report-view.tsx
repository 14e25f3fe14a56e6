import { Download } from 'lucide-react';
import { useMemo, type MouseEvent } from 'react';
import { language as own } from '../../texts/texts.js';
import { token, headersOf, problemOf } from '../../api/client.js';
import { SourceList, SourceMarker, answerSources, SourcesContext } from '../../chat/source-list.js';
import type { Panel } from '../../registry/plugin.js';
import { Notice } from '../../ui/notice.js';
import { saveFile } from '../../ui/outside.js';
import { researchPath, type Report, type ResearchState, type QualityAssessment } from './api.js';
import { NoteList, Bar } from './parts.js';
import { citationsOf, supportOf } from './research-view.js';
import { t } from './texts.js';
import styles from './research-detail.module.css';

/** Markers stay with the last word. */
const NO_BREAK = '\u00a0';

/** The report: statements with their sources, how good it is, and who judged what. */
export default function ReportView({
  id,
  state,
  report,
  onOpen,
}: {
  id: string;
  state: ResearchState;
  report: Report;
  onOpen: (panel: Panel) => void;
}) {
  const citations = useMemo(() => citationsOf(report), [report]);
  const given = useMemo(() => answerSources(citations, onOpen), [citations, onOpen]);
  const quality = report.quality ?? state.quality;
  return (
    <article className={`card ${styles.report}`} aria-label={t('Report')}>
      <header className={styles.reportHead}>
        {report.title === state.query ? (
          <h2>{t('Report')}</h2>
        ) : (
          <h2 lang={report.language}>{report.title}</h2>
        )}
        <Exports id={id} />
      </header>
      <Support report={report} />
      <SourcesContext value={given}>
        <Sections report={report} />
        <Part part={report.not_found} language={report.language} />
        <SourceList sources={citations} />
      </SourcesContext>
      <Part part={report.outside} language={report.language} />
      <Part part={report.scope} language={report.language} />
      {quality !== undefined && (
        <Quality quality={quality} isRemediated={state.is_remediated} language={report.language} />
      )}
      {report.notes.length > 0 && (
        <section className={styles.notes} aria-label={t('How this report was made')}>
          <h3>{t('How this report was made')}</h3>
          <NoteList notes={report.notes} language={report.language} />
        </section>
      )}
    </article>
  );
}

type Statement = Report['sections'][number]['statements'][number];

const SUPPORT = {
  quote: () => t('quote'),
  paraphrase: () => t('paraphrase'),
  inference: () => t('from several paragraphs of one place'),
};

const OBJECTION = {
  quote: () => t('these words do not stand there'),
  number: () => t('this number does not stand there'),
  date: () => t('this date does not stand there'),
  model: () => t('the language model says that it does not follow'),
  together: () => t('it follows only from several places together'),
};

/** Whether a statement is supported, not checked, or not in what it cites, and why. */
function Standing({ statement: { sources, support, objection } }: { statement: Statement }) {
  if (sources.length === 0) {
    const why = objection === undefined ? undefined : OBJECTION[objection.kind]();
    return (
      <span className="badge warn" lang={own}>
        {why === undefined ? t('no source') : t('not in the source: {why}', { why })}
        {objection !== undefined && objection.said !== '' && ` (${objection.said})`}
      </span>
    );
  }
  if (support === 'not_checked') {
    return (
      <span className="badge" lang={own} title={t('Whether it follows from its sources.')}>
        {t('not checked')}
      </span>
    );
  }
  return (
    support !== undefined && (
      <span className="quiet small" lang={own}>
        {SUPPORT[support]()}
      </span>
    )
  );
}

/** The statements, each followed by the markers of its sources. */
function Sections({ report }: { report: Report }) {
  return (
    <div lang={report.language}>
      {report.sections.map((section, at) => (
        <section key={at} className={styles.section}>
          <h3>{section.heading}</h3>
          {section.statements.map((statement, index) => (
            <p key={index} className={styles.statement}>
              {statement.text}
              {NO_BREAK}
              {statement.sources.map((number) => (
                <SourceMarker key={number} number={number} />
              ))}
              <Standing statement={statement} />
            </p>
          ))}
        </section>
      ))}
    </div>
  );
}

/** What the report says besides under a heading of its own: what nothing was found for, what was searched. */
function Part({ part, language }: { part: Report['scope']; language: string }) {
  if (part === undefined) return null;
  return (
    <section className={styles.section} lang={language}>
      <h3>{part.heading}</h3>
      {part.items.map((item, at) => (
        <p key={at} className={styles.statement}>
          {item}
        </p>
      ))}
    </section>
  );
}

function Support({ report }: { report: Report }) {
  const { statements: count, unsupported, unchecked } = supportOf(report);
  const statements = t('{n} statement | {n} statements', { n: count });
  const sources = t('{n} source | {n} sources', { n: report.sources.length });
  return (
    <>
      {unsupported === 0 ? (
        <p className="quiet small">
          {t('{statements}, each with a source; {sources}.', { statements, sources })}
        </p>
      ) : (
        <Notice tone="warn">
          {t('{unsupported} of {statements} have no source and are marked.', {
            unsupported,
            statements,
          })}
        </Notice>
      )}
      {unchecked > 0 && (
        <p className="quiet small">
          {t('{unchecked} of {statements} are not checked: no model said whether they follow.', {
            unchecked,
            statements,
          })}
        </p>
      )}
    </>
  );
}

function Exports({ id }: { id: string }) {
  const link = (ending: 'md' | 'html', words: string) => {
    const path = researchPath(id, `/report.${ending}`);
    // A link sends no token.
    const save = (event: MouseEvent) => {
      if (token() === undefined) return;
      event.preventDefault();
      void saveReport(path, `report.${ending}`);
    };
    return (
      <a className="button" href={path} download={`report.${ending}`} onClick={save}>
        <Download size={14} aria-hidden /> {words}
      </a>
    );
  };
  return (
    <div className={styles.exports}>
      {link('md', 'Markdown')}
      {link('html', 'HTML')}
    </div>
  );
}

/** Downloads what is at `path`, as the caller of this tab; rejects with an `ApiProblem` when that fails. */
async function saveReport(path: string, name: string): Promise<void> {
  const response = await fetch(path, { headers: headersOf() });
  if (!response.ok) throw await problemOf(response);
  saveFile(name, await response.blob());
}

/** How good the report is in each dimension, and what was done about it. */
export function Quality({
  quality,
  isRemediated,
  language,
}: {
  quality: QualityAssessment;
  isRemediated: boolean;
  language: string;
}) {
  const { dimensions, total, threshold, is_passed: isPassed, complaints = [] } = quality;
  const most = dimensions.length * 100;
  return (
    <section className={styles.quality} aria-label={t('Quality')}>
      <h3>
        {t('Quality {total} of {most}', { total, most })}{' '}
        <span className={`badge ${isPassed ? 'good' : 'warn'}`}>
          {isPassed
            ? `${t('at least')} ${threshold}`
            : total < threshold
              ? `${t('below')} ${threshold}`
              : t('too low in one part')}
        </span>{' '}
        {isRemediated && <span className="badge">{t('improved once')}</span>}
      </h3>
      {dimensions.map(({ name, score }) => (
        <Bar key={name} label={nameWords(name)} share={score / 100} words={`${score}`} />
      ))}
      {complaints.length > 0 && (
        <ul aria-label={t('What could be better')} lang={language}>
          {complaints.map((complaint, index) => (
            <li key={index}>{complaint}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

const NAMES: Readonly<Record<string, () => string>> = {
  accuracy: () => t('Accuracy'),
  completeness: () => t('Completeness'),
  relevance: () => t('Relevance'),
  clarity: () => t('Clarity'),
};

function nameWords(name: string): string {
  return NAMES[name]?.() ?? name;
}
