import { useMemo } from 'react';
import { FieldChanges } from '../ui/field-changes.js';
import { sideWords } from '../ui/value-words.js';
import { JsonBlock } from '../ui/json-block.js';
import { RawJson } from '../ui/raw-json.js';
import { ChangeFacts } from './change-facts.js';
import type { ChangeViewProps } from './change.js';
import { differencesIn } from './differences.js';
import { HiddenCharacters } from './hidden-characters.js';
import { originNote, originsOf } from './origins.js';
import { nameBehind, referredNames, type ReferredName } from './referred-names.js';
import { requestOf } from './request-of.js';
import { rich, t } from '../texts/core.js';

/** A change of a kind that has no view of its own: what is sent, and what differs afterwards. */
export default function DefaultView({ data, decision: { stored }, draft }: ChangeViewProps) {
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
      <ChangeFacts data={data} />
      <Names names={names} />
      {draft === undefined && (
        <Differences data={data} stored={stored} differences={differences} names={names} />
      )}
      {request !== undefined && draft === undefined && (
        <section>
          <h3>{t('What is sent')}</h3>
          <p>
            <code>{request.line}</code>
          </p>
          {request.parts.map(({ name, value }) => (
            <JsonBlock key={name} value={value} label={name} />
          ))}
        </section>
      )}
      {(request === undefined || draft !== undefined) && body !== undefined && (
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
          <code>{field}</code> {id}: <strong>{name}</strong>
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
