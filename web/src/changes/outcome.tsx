import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { useEffect } from 'react';
import type { ErrorDetail } from '../../../src/foundation/errors.js';
import { isObject, valueAt } from '../../../src/foundation/json.js';
import { ProposeButton } from '../library/propose-button.js';
import { type StoredPreview, messageOf } from '../api/client.js';
import { changeViewOf } from '../registry/registry.js';
import { href, navigate } from '../shell/route.js';
import { findingWords, placeWords } from '../ui/format.js';
import { Notice } from '../ui/notice.js';
import { OutsideLink } from '../ui/outside.js';
import { RawJson } from '../ui/values.js';
import { t, problemWords } from '../texts/texts.js';
import { OwnToken } from '../sources/sign-in.js';
import { keys } from '../api/queries.js';
import { idOf } from '../run/branches.js';
import { runStore, useTurns } from '../run/run-store.js';
import { isRunning } from '../run/run-view.js';
import { type Decision, hasChat, isOver, isRemoval } from './change.js';
import { CHANGE_STATES, isUnsigned } from './change-states.js';
import { PageLink, UndoButton } from './change-card.js';
import { HiddenAnswer, StoredNotes } from './stored-notes.js';
import styles from './change-panel.module.css';

/** What was decided and what came of it, or why the last try failed. */
export function Outcome({
  decision,
  isEditing,
}: {
  decision: Decision;
  /** The form that is open says what is wrong. */
  isEditing: boolean;
}) {
  const { state, stored } = decision;
  const problem = problemOf(decision);
  return (
    <div role="status" className={styles.outcome}>
      {problem !== undefined && !isEditing && (
        <Notice tone="bad">
          <div>
            <p>{problemWords(problem.code, problem.message)}</p>
            <Details details={problem.details ?? []} />
            {isUnsigned({ error: problem }) && <OwnToken source={stored?.source} />}
          </div>
        </Notice>
      )}
      {state !== 'loading' && (
        <p className="small quiet">
          {sentenceOf(decision)} {stored === undefined ? '' : detailOf(stored)}{' '}
          {stored !== undefined && <WayOn stored={stored} />}
        </p>
      )}
      {stored?.state === 'accepted' && (
        <>
          <StoredNotes stored={stored} />
          {stored.result?.pending === true && (
            <Pending
              answer={valueAt(stored, '/result/answer')}
              statusUrl={stored.result.status_url}
            />
          )}
          <HiddenAnswer preview={stored} />
        </>
      )}
      {stored !== undefined && isOver(stored.state) && stored.superseded_by === undefined && (
        <div className={styles.choices}>
          <AgainButton stored={stored} />
        </div>
      )}
      {stored?.state === 'accepted' && (
        <div className={styles.choices}>
          <UndoButton preview={stored} />
          <DeleteButton stored={stored} />
        </div>
      )}
    </div>
  );
}

/** What the backend said of work that goes on, and where it says how far it is. */
function Pending({ answer, statusUrl }: { answer: unknown; statusUrl?: string | undefined }) {
  const label = t('What the backend answered');
  return (
    <>
      {statusUrl !== undefined && (
        <p className="small">
          <OutsideLink to={statusUrl}>{t('See how far it is')}</OutsideLink>
        </p>
      )}
      {answer !== undefined && <RawJson title={label} value={answer} label={label} />}
    </>
  );
}

/** Why the last try failed, or why it was refused then; what the state's sentence says is not said twice. */
function problemOf({ state, stored, problem }: Decision) {
  if (state === 'stale') return undefined;
  return problem ?? (state === 'failed' ? stored?.error : undefined);
}

/** Each once, by the name of its field. */
function Details({ details }: { details: readonly ErrorDetail[] }) {
  if (details.length === 0) return null;
  return (
    <ul>
      {details.map((detail, index) => (
        <li key={index}>
          {placeWords(detail.path)} {findingWords(detail)}
        </li>
      ))}
    </ul>
  );
}

/** What was saved, where it has a page of its own. */
function DeleteButton({ stored: { kind, result } }: { stored: StoredPreview }) {
  const { id, name } = result ?? {};
  if (id === undefined || changeViewOf(kind)?.savedAt === undefined) return null;
  return (
    <ProposeButton wish={{ kind, action: 'delete', target_id: id }} name={name ?? id}>
      {t('Delete…')}
    </ProposeButton>
  );
}

function sentenceOf({ state, stored }: Decision): string {
  if (state !== 'accepted' || stored === undefined) return CHANGE_STATES()[state].sentence;
  if (stored.result?.pending === true) return t('The backend has taken it and is still at work.');
  const isGone = isRemoval(stored.kind, stored.payload);
  return isGone ? t('It was deleted.') : CHANGE_STATES()[state].sentence;
}

/** The way to what was saved, or to the preview that counts now. */
function WayOn({ stored }: { stored: StoredPreview }) {
  const { state, kind, result, superseded_by: newer } = stored;
  if (newer !== undefined) {
    return <a href={href('library', ['previews', newer])}>{t('Open the newer preview')}</a>;
  }
  const view = changeViewOf(kind);
  const saved = result?.id === undefined ? undefined : view?.savedAt?.(result.id);
  if (state === 'accepted' && saved === undefined && !isRemoval(kind, stored.payload))
    return <PageLink of={stored} />;
  if (view === undefined || saved === undefined) return null;
  return <a href={saved}>{t('Open the saved {noun}', { noun: view.noun })}</a>;
}

/** What people call it: as the answer names it, or as it was shown; what a POST made has at first an id at most. */
function nameOf({ result, target, payload }: StoredPreview & { target?: unknown }): string {
  const shown = isObject(target) ? target['label'] : undefined;
  const label = typeof shown === 'string' ? shown : '';
  const id = result?.id ?? '';
  return result?.name || (payload['method'] === 'POST' ? id || label : label || id);
}

function detailOf(stored: StoredPreview): string {
  const { result, reason, recovered, edited } = stored;
  const said: string[] = [];
  const name = nameOf(stored);
  if (result !== undefined && name !== '') {
    const { version } = result;
    said.push(
      version === undefined
        ? t('“{name}”.', { name })
        : t('“{name}”, version {version}.', { name, version }),
    );
  }
  if (edited) said.push(t('You edited it first.'));
  if (recovered) said.push(t('It had already been saved.'));
  if (reason !== undefined) said.push(t('Your reason: {reason}', { reason }));
  return said.join(' ');
}

/** Makes a new preview with the values of one that nobody can accept any more; nothing where no chat proposed it. */
export function AgainButton({ stored }: { stored: StoredPreview }) {
  const { id, conversation_id: conversation, tool_use_id: call } = stored;
  const client = useQueryClient();
  const turns = useTurns(conversation);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => {
      const title = t('Prepare this change again, as things are now.');
      const place = { context_type: 'auto', context: {}, conversation_id: conversation };
      const last = turns.at(-1);
      const form = { id, tool: '', title, arguments: {}, isAgain: true } as const;
      return runStore.sendForm(form, place, last === undefined ? null : idOf(last));
    },
    onSuccess: () => navigate(href('chat', [conversation])),
  });
  // The run links the new one to this.
  useEffect(() => {
    const ask = () => void client.invalidateQueries({ queryKey: keys.preview(id) });
    return runStore.onChange(ask);
  }, [client, id]);
  if (!hasChat(stored) || call.startsWith('undo_')) return null;
  const isBusy = isPending || turns.some(({ view }) => isRunning(view));
  return (
    <>
      <button type="button" className="button" disabled={isBusy} onClick={() => mutate()}>
        <RotateCw size={14} aria-hidden />{' '}
        {stored.state === 'failed' ? t('Change and try again') : t('Prepare again')}
      </button>
      {error !== null && (
        <Notice tone="bad">
          <p>{messageOf(error)}</p>
        </Notice>
      )}
    </>
  );
}
