import { valueAt } from '../../../src/foundation/json.js';
import type { StoredPreview } from '../api/client.js';
import { rich, t } from '../texts/texts.js';
import { isRemoval, type ChangeData } from './change.js';
import { PageLink } from './change-card.js';

const PROTECTIONS = (): Readonly<Record<string, string>> => ({
  etag: t('Protected: it is refused if this changes before you accept.'),
  recheck: t('Checked again when you accept: it is refused if this has changed by then.'),
  none: t('Not protected: what others change meanwhile is not noticed.'),
});

const REVERSALS = (): Readonly<Record<string, string>> => ({
  undo: t('It can be undone here.'),
  manual: t('It can only be taken back by hand.'),
  no: t('It cannot be undone.'),
  unknown: t('Whether it can be undone is not known.'),
});

/** What a person should know before they decide: what is changed, what would be lost, how safe it is. */
export function ChangeFacts({
  data,
  stored,
}: {
  data: ChangeData;
  stored: StoredPreview | undefined;
}) {
  const { dropped, notes, protection, dry_run: tried, approval } = data;
  // What was made can turn out to have no way back only once it is answered.
  const reversible = valueAt(stored, '/reversible') ?? data['reversible'];
  const lost = textsIn(dropped);
  return (
    <>
      <Label data={data} kind={stored?.kind ?? ''} />
      {lost.length > 0 && (
        <p className="small">
          {rich('Left out, so it would be lost: {lost}', {
            lost: <strong>{lost.join(', ')}</strong>,
          })}
        </p>
      )}
      {textsIn(notes).map((note) => (
        <p key={note} className="small" dir="auto">
          {note}
        </p>
      ))}
      {typeof tried === 'string' && (
        <p className="small">
          {rich('Tried without saving: {value}', {
            value: <strong>{tried === '' ? t('it would work.') : tried}</strong>,
          })}
        </p>
      )}
      {isNeeded(approval) && (
        <p className="small">
          {rich('Before you can accept it, somebody else with the role {role} has to approve it.', {
            role: <strong>{approval.role}</strong>,
          })}
        </p>
      )}
      <p className="quiet small">
        {PROTECTIONS()[String(protection)]} {REVERSALS()[String(reversible)]}
      </p>
    </>
  );
}

function Label({ data, kind }: { data: ChangeData; kind: string }) {
  const label = labelIn(data);
  if (label === undefined) return null;
  return (
    <p>
      {isRemoval(kind, data['request'])
        ? rich('Removes {label}', { label: <strong>{label}</strong> })
        : rich('Changes {label}', { label: <strong>{label}</strong> })}{' '}
      <PageLink of={data} />
    </p>
  );
}

/** What is changed, by its name; of what has none, its place, as an id alone says nothing. Of what is new, nothing. */
function labelIn({ target, request, is_update: isUpdate }: ChangeData): string | undefined {
  const { label, id } = (target ?? {}) as { label?: unknown; id?: unknown };
  const { path } = (request ?? {}) as { path?: unknown };
  if (typeof label !== 'string' || isUpdate === false) return undefined;
  return label === id && typeof path === 'string' ? path : label;
}

function isNeeded(approval: unknown): approval is { role: string } {
  const { role, state } = (approval ?? {}) as { role?: unknown; state?: unknown };
  return typeof role === 'string' && state === 'needed';
}

function textsIn(list: unknown): string[] {
  return Array.isArray(list) ? list.filter((item) => typeof item === 'string') : [];
}
