import type { StoredPreview } from '../api/types.js';
import { href } from '../shell/route.js';
import { JsonBlock } from '../ui/json-block.js';
import { Notice } from '../ui/notice.js';
import { PREVIEW_STATES } from './preview-states.js';
import type { Decision } from './props.js';
import styles from './decision-bar.module.css';

/** What was decided and what came of it, or why the last try failed. */
export function Outcome({ decision }: { decision: Decision }) {
  const { state, stored, problem } = decision;
  return (
    <div role="status" className={styles.outcome}>
      {problem !== undefined && (
        <Notice tone="bad">
          <div>
            <p>{problem.message}</p>
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
          {PREVIEW_STATES[state].sentence} {stored === undefined ? '' : detailOf(stored)}{' '}
          {stored?.result !== undefined && <OpenSaved kind={stored.kind} id={stored.result.id} />}
        </p>
      )}
      {state === 'stale' && stored?.diff !== undefined && (
        <JsonBlock value={stored.diff} label="What it would change now" />
      )}
    </div>
  );
}

/** The way to what was saved. */
function OpenSaved({ kind, id }: { kind: StoredPreview['kind']; id: string }) {
  const isRule = kind === 'workflow_preview';
  return (
    <a href={href('library', [isRule ? 'rules' : 'tables', id])}>
      {isRule ? 'Open the saved rule' : 'Open the saved table'}
    </a>
  );
}

function detailOf({ result, reason, recovered, edited }: NonNullable<Decision['stored']>): string {
  const said: string[] = [];
  if (result !== undefined) {
    const version = result.version === undefined ? '' : `, version ${result.version}`;
    said.push(`“${result.name}”${version}.`);
  }
  if (edited) said.push('You edited it first.');
  if (recovered) said.push('It had been saved before.');
  if (reason !== undefined) said.push(`Your reason: ${reason}`);
  return said.join(' ');
}
