import { isObject, valueAt, type JsonObject } from '../../../src/foundation/json.js';
import { t, rich } from '../texts/texts.js';
import { messageOf } from '../api/client.js';
import { href } from '../shell/route.js';
import { Notice } from '../ui/notice.js';
import type { InvisibleCharacters } from '../../../src/foundation/invisible.js';
import type { ChangeViewProps } from './change.js';
import { useDecision } from './use-decision.js';
import styles from '../ui/values.module.css';

/** Where the values of a proposal come from, folded away; what was found nowhere is counted at once. */
export function Origins({ data, decision: { stored } }: Omit<ChangeViewProps, 'draft'>) {
  const values = originsOf(data, stored);
  const told = values.filter(({ origin }) => origin !== 'untraceable');
  if (told.length === 0) return null;
  const nowhere = told.filter(({ origin }) => origin === 'none').length;
  const read = told.filter(({ origin }) => origin === 'read').length;
  return (
    <details className={styles.raw}>
      <summary>
        {t('Where the values come from')}
        {read > 0 && ` · ${t('{n} read', { n: read })}`}
        {nowhere > 0 && ` · ${t('{n} found nowhere', { n: nowhere })}`}
      </summary>
      <ul className="small">
        {told.map((value) => (
          <li key={String(value['path'])}>
            <code>{String(value['path'])}</code> <bdi>{shownAt(stored?.payload, value)}</bdi>
            {placesOf(value).join(', ')}
          </li>
        ))}
      </ul>
      {values.length > told.length && (
        <p className="small muted">
          {t('Too short to trace, or only part of a longer text: {n}.', {
            n: values.length - told.length,
          })}
        </p>
      )}
    </details>
  );
}

/** Where each value of a proposal was found, as the server says it. */
export function originsOf(
  data: ChangeViewProps['data'],
  stored: ChangeViewProps['decision']['stored'],
): JsonObject[] {
  const given: unknown = stored?.origins ?? data['origins'];
  return Array.isArray(given) ? given.filter(isObject) : [];
}

/** What a person should know of a field's new value: that a record said it, or that nobody did. */
export function originNote(origins: readonly JsonObject[], field: string): string | undefined {
  const value = origins.find(({ path }) => fieldAt(String(path)) === field);
  const isTold = value?.['origin'] === 'read' || value?.['origin'] === 'none';
  return isTold ? placesOf(value).join(', ') : undefined;
}

/** `/body/address/city` is the field `address.city` of what is sent. */
function fieldAt(pointer: string): string {
  const [first = '', ...rest] = pointer.split('/').slice(1);
  const steps = first === 'body' || first === 'arguments' ? rest : [first, ...rest];
  return steps.join('.').replaceAll('~1', '/').replaceAll('~0', '~');
}

/** The value itself, where it stands in the body as it is sent: `“anna@example.com”: `. */
function shownAt(payload: unknown, { path }: JsonObject): string {
  const value = valueAt(payload, String(path));
  const isShort = typeof value === 'number' || (typeof value === 'string' && value.length <= 80);
  return isShort ? `“${value}”: ` : '';
}

function placesOf({ found }: JsonObject): string[] {
  const places = Array.isArray(found) ? found.filter(isObject) : [];
  return places.length === 0
    ? [t('in nothing that was said or read: the model wrote it')]
    : places.map(wordsOf);
}

function wordsOf({ origin, tool, path }: JsonObject): string {
  switch (origin) {
    case 'user':
      return t('you said it');
    case 'page':
      return t('the page');
    case 'change':
      return t('an earlier change');
    case 'default':
      return t('a default of the operation');
    default:
      return t('read by {tool} at {path}', {
        tool: String(tool),
        path: typeof path === 'string' ? path : '/',
      });
  }
}

/** That a change looks like a correction of an earlier one, while both wait, with the way to end that. */
export function Resembles({ data, decision: { state, stored } }: Omit<ChangeViewProps, 'draft'>) {
  const earlier = stored?.resembles ?? data['resembles'];
  if (state !== 'waiting' || !isObject(earlier)) return null;
  return (
    <Earlier id={String(earlier['preview_id'])} description={String(earlier['description'])} />
  );
}

function Earlier({ id, description }: { id: string; description: string }) {
  const { state, busy, problem, reject } = useDecision(id);
  if (state !== 'waiting') return null;
  return (
    <Notice tone="warn">
      <div>
        <p>
          {rich(
            'This looks like a correction of {earlier}, which waits as well. Accept both, or:',
            {
              earlier: <a href={href('library', ['previews', id])}>{description}</a>,
            },
          )}
        </p>
        <button
          type="button"
          className="button"
          disabled={busy !== undefined}
          onClick={() => reject()}
        >
          {t('Reject the other')}
        </button>
        {problem !== undefined && <p className="small">{messageOf(problem)}</p>}
      </div>
    </Notice>
  );
}

/** What a payload holds that nobody sees: where, and which characters. */
export function HiddenCharacters({ found }: { found: readonly InvisibleCharacters[] | undefined }) {
  if (found === undefined || found.length === 0) return null;
  return (
    <Notice tone="warn">
      <div>
        <p>
          {t(
            'This contains invisible characters. They can hide words or change the order of text. Look closely before you accept it.',
          )}
        </p>
        <ul>
          {found.map(({ path, codepoints }) => (
            <li key={path}>
              <code>{path}</code>: {codepoints.join(', ')}
            </li>
          ))}
        </ul>
      </div>
    </Notice>
  );
}
