import { Suspense, useState } from 'react';
import { isGone } from '../../api/client.js';
import { isEnded, useResearch, type ResearchView, useResearchActions, baseName } from './api.js';
import type { Panel, SourcePlace } from '../../registry/plugin.js';
import { sourcePanelOf } from '../../registry/registry.js';
import { href } from '../../shell/route.js';
import { SideBySide, BesideFrame, useRoomBeside } from '../../ui/beside.js';
import { BackLink } from '../../ui/frames.js';
import { FailedQuery, Notice } from '../../ui/notice.js';
import { Clarification } from './clarification.js';
import { DeleteResearch, NoteList, Part, PartBar } from './parts.js';
import { Drift, TaskList } from './task-list.js';
import { PlanEditor } from './plan-editor.js';
import { useResearchEvents, type Followed } from './live.js';
import { languageWords, stepTone, stepWords } from './research-labels.js';
import { t } from './texts.js';
import { problemWords } from '../../texts/texts.js';
import styles from './research-detail.module.css';
import { defined } from '../../../../src/foundation/defined.js';
import { ConfirmSheet } from '../../ui/sheet.js';
import { lazyPart } from '../../ui/lazy-part.js';

const ReportView = lazyPart(() => import('./report-view.js'));

/** One research: what is asked now, how far it is, what it found, and finally its report. */
export function ResearchDetail({ id }: { id: string }) {
  const [panel, setPanel] = useState<Panel>();
  const [isRefused, setRefused] = useState(false);
  const { data, isError, error, refetch } = useResearch(id, isRefused);
  // Deleted elsewhere: what is known of it is of the past.
  const research = isGone(error) ? undefined : data;
  const followed = useResearchEvents(id, research !== undefined && !isEnded(research));
  if (followed.isRefused && !isRefused) setRefused(true);
  return (
    <SideBySide>
      <section className={styles.page} tabIndex={0} aria-label={t('Research')}>
        <div className={styles.inner}>
          <BackLink to={href('research')} label={t('Research')} />
          {isError && research === undefined && <FailedQuery error={error} again={refetch} />}
          {research === undefined && !isError && <p className="quiet">{t('Loading…')}</p>}
          {research !== undefined && (
            <>
              <Head research={research} />
              <Standing research={research} followed={followed} />
              <Parts research={research} followed={followed} onOpen={setPanel} />
            </>
          )}
        </div>
      </section>
      <BesideSource panel={panel} onClose={() => setPanel(undefined)} />
    </SideBySide>
  );
}

function Head({ research }: { research: ResearchView }) {
  const { kbs, state } = research;
  const facts = [
    ...kbs.map(baseName),
    ...(state.language === undefined ? [] : [languageWords(state.language)]),
  ];
  return (
    <header className={styles.head}>
      <div className={styles.title}>
        <h1 lang={state.language}>{state.query}</h1>
        <p className={styles.facts}>
          <span className={`badge ${stepTone(research)}`}>{stepWords(research.step)}</span>
          <span className="quiet small">{facts.join(' · ')}</span>
        </p>
      </div>
      <div className={styles.actions}>
        {!isEnded(research) && <CancelResearch research={research} />}
        <DeleteResearch research={research} />
      </div>
    </header>
  );
}

/** How far it is, and in words what holds it up. */
function Standing({ research, followed }: { research: ResearchView; followed: Followed }) {
  const { error, step } = research;
  const { live, lost } = followed;
  return (
    <>
      <PartBar research={research} />
      <p className="visually-hidden" role="status">
        {stepWords(step)}
      </p>
      {live.note !== undefined && !isEnded(research) && <p className="quiet small">{live.note}</p>}
      {error !== null && (
        <Notice tone={step === 'cancelled' ? 'info' : 'bad'}>
          <p>{problemWords(error.code, error.message)}</p>
        </Notice>
      )}
      {lost !== undefined && (
        <Notice tone="warn">
          <p>
            {t('Reconnecting (attempt {attempt}). The research continues in the meantime.', {
              attempt: lost.attempt,
            })}
          </p>
        </Notice>
      )}
    </>
  );
}

function Parts({
  research,
  followed,
  onOpen,
}: {
  research: ResearchView;
  followed: Followed;
  onOpen: (panel: Panel | undefined) => void;
}) {
  const { step, state } = research;
  const openPlace = (place: SourcePlace) => onOpen(sourcePanelOf(place));
  const { report, anchor, drift, tasks } = state;
  const isPlanning = step === 'awaiting_approval';
  return (
    <div className={styles.parts}>
      {report !== undefined && (
        <Suspense fallback={<p className="quiet">{t('Loading the report…')}</p>}>
          <ReportView id={research.research_id} state={state} report={report} onOpen={onOpen} />
        </Suspense>
      )}
      {isPlanning && <PlanEditor research={research} />}
      {tasks.length > 0 && !isPlanning && (
        <Part title={t('Tasks')} isOpen={step === 'extract' || step === 'collect'}>
          <TaskList state={state} live={followed.live.tasks} onOpen={openPlace} />
        </Part>
      )}
      {drift !== undefined && <Drift drift={drift} />}
      <Part title={t('Questions')} isOpen={anchor === undefined}>
        <Clarification research={research} onOpen={openPlace} />
      </Part>
      {report === undefined && state.notes.length > 0 && (
        <Part
          title={t('How it is made')}
          about={t('{n} note | {n} notes', { n: state.notes.length })}
          isOpen={false}
        >
          <NoteList notes={state.notes} language={state.language} />
        </Part>
      )}
    </div>
  );
}

/** A source that was opened beside or over the research. */
function BesideSource({ panel, onClose }: { panel: Panel | undefined; onClose: () => void }) {
  const wide = useRoomBeside();
  if (panel === undefined) return null;
  return (
    <BesideFrame title={panel.title} wide={wide} ownClose onClose={onClose}>
      {panel.render({
        back: t('Back to the research'),
        ...defined({ onClose: wide ? onClose : undefined }),
      })}
    </BesideFrame>
  );
}

/** Cancels a research, after a question. */
function CancelResearch({ research: { research_id: id } }: { research: ResearchView }) {
  const [isAsking, setAsking] = useState(false);
  const { cancel } = useResearchActions(id);
  return (
    <>
      <button type="button" className="button" onClick={() => setAsking(true)}>
        {t('Cancel')}
      </button>
      {isAsking && (
        <ConfirmSheet
          question={t('Cancel this research?')}
          verb={t('Cancel the research')}
          keep={t('Keep running')}
          act={cancel}
          onClose={() => setAsking(false)}
        >
          {t('It stops without a report. What it has found so far stays available.')}
        </ConfirmSheet>
      )}
    </>
  );
}
