import { useMemo } from 'react';
import { FieldChanges, JsonBlock, RawJson } from '../ui/values.js';
import { sideWords } from '../ui/format.js';
import { rich, t } from '../texts/texts.js';
import { isObject, valueAt, type JsonObject } from '../../../src/foundation/json.js';
import type { StoredPreview } from '../api/client.js';
import type { ChangeData, ChangeViewProps } from './change.js';
import { differencesIn, requestOf, editsIn } from './edits.js';
import { ChangeFacts } from './change-facts.js';
import { HiddenCharacters, originNote, originsOf } from './change-notes.js';
import { sentChange } from './sent-change.js';

/** A change of a kind that has no view of its own: what is sent, and what differs afterwards. */
export default function DefaultView(props: ChangeViewProps) {
  const { decision, draft } = props;
  const { stored } = decision;
  const data = useMemo(
    () => (draft === undefined ? props.data : sentChange(props.data, draft.value)),
    [props.data, draft],
  );
  const request = useMemo(() => requestOf(data), [data]);
  const differences = useMemo(() => differencesIn(data), [data]);
  const names = useMemo(() => referredNames(data, stored), [data, stored]);
  const body = draft?.value ?? stored?.payload;
  const { source, origin } = data;
  return (
    <>
      <HiddenCharacters found={data.invisible_characters} />
      {typeof source === 'string' && (
        <p>
          {rich('Sent to {source}', { source: <strong>{source}</strong> })}
          {typeof origin === 'string' && <span className="quiet"> ({origin})</span>}
        </p>
      )}
      <ChangeFacts data={data} stored={stored} />
      <Names names={names} />
      <Differences data={data} stored={stored} differences={differences} names={names} />
      {request !== undefined && (
        <section>
          <h3>{draft === undefined ? t('What is sent') : t('What is sent after your edit')}</h3>
          <p>
            <code>{request.line}</code>
          </p>
          {request.parts.map(({ name, value }) => (
            <JsonBlock key={name} value={value} label={name} />
          ))}
        </section>
      )}
      {request === undefined && body !== undefined && (
        <section>
          <h3>{draft === undefined ? t('What is sent') : t('What is sent after your edit')}</h3>
          <JsonBlock value={body} label={t('What is sent')} />
        </section>
      )}
      {data['before'] !== undefined && (
        <RawJson title={t('Before')} value={data['before']} label={t('Before the change')} />
      )}
      {data['after'] !== undefined && (
        <RawJson title={t('After')} value={data['after']} label={t('After the change')} />
      )}
    </>
  );
}

/** What the ids stand for. */
function Names({ names }: { names: readonly ReferredName[] }) {
  if (names.length === 0) return null;
  return (
    <ul className="small" aria-label={t('What the ids stand for')}>
      {names.map(({ field, id, name }) => (
        <li key={`${field} ${id}`}>
          <code>{field}</code> <bdi>{id}</bdi>: <strong>{name}</strong>
        </li>
      ))}
    </ul>
  );
}

function Differences({
  data,
  stored,
  differences,
  names,
}: {
  data: ChangeViewProps['data'];
  stored: ChangeViewProps['decision']['stored'];
  differences: ReturnType<typeof differencesIn>;
  names: readonly ReferredName[];
}) {
  const { diff } = data;
  if (differences === undefined && diff === undefined) return null;
  return (
    <section>
      <h3>{t('What changes')}</h3>
      {differences === undefined ? (
        <JsonBlock value={diff} label={t('What changes')} />
      ) : (
        <FieldChanges
          changes={differences}
          note={({ path }) => originNote(originsOf(data, stored), path)}
          side={({ path }, value) => sideWords(value) + nameBehind(names, path, value)}
        />
      )}
      {differences?.length === 0 && (
        <p className="quiet small">{t('Nothing: both are the same.')}</p>
      )}
    </section>
  );
}

/** What people call a record that a field refers to by its id. */
export interface ReferredName {
  field: string;
  id: string;
  name: string;
}

/** The names of what the fields of a change refer to: as the backend tells them, else as they were read before. */
export function referredNames(data: ChangeData, stored?: StoredPreview): ReferredName[] {
  const told = listIn(stored?.names ?? data['names']).flatMap((one) => {
    const { field, id, name } = one;
    return typeof field === 'string' && typeof name === 'string'
      ? [{ field, id: String(id), name }]
      : [];
  });
  const read = listIn(stored?.origins ?? data['origins']).flatMap(({ path, name }) => {
    const id = valueAt(stored?.payload, String(path));
    const field = String(path).split('/').at(-1) ?? '';
    const isKnown = told.some((one) => one.field === field && one.id === String(id));
    const isId = typeof id === 'string' || typeof id === 'number';
    return typeof name === 'string' && isId && !isKnown ? [{ field, id: String(id), name }] : [];
  });
  return [...told, ...read];
}

/** The name of a field's value, to stand behind it: ` (Ada)`. */
function nameBehind(names: readonly ReferredName[], path: string, value: unknown): string {
  const field = path.split('.').at(-1);
  const found = names.find((one) => one.field === field && one.id === String(value));
  return found === undefined ? '' : ` (${found.name})`;
}

function listIn(value: unknown) {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** More are not read one by one. */
const SHOWN = 20;

/** What a body that is being edited has otherwise than the proposed one. */
export function EditMarks({ proposed, edited }: { proposed: JsonObject; edited: JsonObject }) {
  const edits = useMemo(() => editsIn(proposed, edited), [proposed, edited]);
  const more = edits.length - SHOWN;
  return (
    <section aria-label={t('What you changed')}>
      <h3>{t('What you changed')}</h3>
      {edits.length === 0 && (
        <p className="quiet small">{t('Nothing yet: this is what was proposed.')}</p>
      )}
      <FieldChanges changes={edits.slice(0, SHOWN)} />
      {more > 0 && <p className="quiet small">{t('And {more} more.', { more })}</p>}
    </section>
  );
}
