import type { ErrorDetail } from '../../../src/foundation/errors.js';
import { isObject } from '../../../src/foundation/json.js';
import { ProposeButton } from '../library/propose-button.js';
import type { StoredPreview } from '../api/types.js';
import { changeViewOf } from '../registry/registry.js';
import { href } from '../shell/route.js';
import { findingWords, placeWords } from '../ui/finding-words.js';
import { Notice } from '../ui/notice.js';
import type { Decision } from './change.js';
import { CHANGE_STATES } from './change-states.js';
import { t } from '../texts/core.js';
import { problemWords } from '../texts/texts.js';
import { PageLink } from './page-link.js';
import OwnToken from '../sign-in/own-token.js';
import { isUnsigned } from './unsigned.js';
import { AgainButton } from './again-button.js';
import UndoButton from './undo-button.js';
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
      {stored !== undefined && isOver(stored) && stored.superseded_by === undefined && (
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

/** Nobody can accept it any more, and nobody decided on it. */
function isOver({ state }: StoredPreview): boolean {
  return state === 'stale' || state === 'expired';
}

function sentenceOf({ state, stored }: Decision): string {
  const isGone = state === 'accepted' && stored !== undefined && isDeletion(stored);
  return isGone ? t('It was deleted.') : CHANGE_STATES()[state].sentence;
}

/** By the request that was sent, or by the name of the kind, as kinds that delete are called. */
function isDeletion({ kind, payload }: StoredPreview): boolean {
  return payload['method'] === 'DELETE' || kind.endsWith('_deletion');
}

/** The way to what was saved, or to the preview that counts now. */
function WayOn({ stored }: { stored: StoredPreview }) {
  const { state, kind, result, superseded_by: newer } = stored;
  if (newer !== undefined) {
    return <a href={href('library', ['previews', newer])}>{t('Open the newer preview')}</a>;
  }
  const view = changeViewOf(kind);
  const saved = result?.id === undefined ? undefined : view?.savedAt?.(result.id);
  if (state === 'accepted' && saved === undefined && !isDeletion(stored))
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
