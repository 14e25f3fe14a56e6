import { isObject } from '../../../src/foundation/json.js';
import type { StoredPreview } from '../api/types.js';
import { messageOf } from '../api/client.js';
import { changeViewOf } from '../registry/registry.js';
import { href } from '../shell/route.js';
import { JsonBlock } from '../ui/json-block.js';
import { Notice } from '../ui/notice.js';
import type { Decision } from './change.js';
import { CHANGE_STATES } from './change-states.js';
import { t } from '../texts/core.js';
import styles from './decision-bar.module.css';

/** What was decided and what came of it, or why the last try failed. */
export function Outcome({ decision }: { decision: Decision }) {
  const { state, stored, problem } = decision;
  return (
    <div role="status" className={styles.outcome}>
      {problem !== undefined && (
        <Notice tone="bad">
          <div>
            <p>{messageOf(problem)}</p>
            {problem.details.length > 0 && (
              <ul>
                {problem.details.map(({ path, message }, index) => (
                  <li key={index}>
                    {path !== undefined && <code>{path}</code>} {message}
                  </li>
                ))}
              </ul>
            )}
          </div>
        </Notice>
      )}
      {state !== 'loading' && (
        <p className="small quiet">
          {sentenceOf(decision)} {stored === undefined ? '' : detailOf(stored)}{' '}
          {stored !== undefined && <WayOn stored={stored} />}
        </p>
      )}
      {state === 'stale' && stored?.diff !== undefined && (
        <JsonBlock value={stored.diff} label={t('What it would change now')} />
      )}
    </div>
  );
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
function WayOn({
  stored: { state, kind, result, superseded_by: newer },
}: {
  stored: StoredPreview;
}) {
  if (state === 'superseded' && newer !== undefined) {
    return <a href={href('library', ['previews', newer])}>{t('Open the newer preview')}</a>;
  }
  const view = changeViewOf(kind);
  const saved = result?.id === undefined ? undefined : view?.savedAt?.(result.id);
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
