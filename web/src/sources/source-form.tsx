import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { messageOf, postJson, putJson } from '../api/client.js';
import { useInfo } from '../api/queries.js';
import { Notice } from '../ui/notice.js';
import { Segments } from '../ui/controls.js';
import { bodyOf, draftOf, EMPTY, faultsOf, originOf, type SourceDraft } from './new-source.js';
import { sourcesChanged, useAddedSource, type AddedSource, type SourceInfo } from './queries.js';
import { t } from '../texts/texts.js';
import styles from './sources-page.module.css';

type Faults = Partial<Record<keyof SourceDraft, string>>;

/** The form of a new source, or of one that was added; says how it stands once it was read. */
export function SourceForm({ added, onClose }: { added?: AddedSource; onClose: () => void }) {
  const [draft, setDraft] = useState(added === undefined ? EMPTY : draftOf(added));
  const [before, setBefore] = useState(added);
  const [tried, setTried] = useState(false);
  const canForward = useTokens();
  const sending = useMutation({
    mutationFn: async () => {
      const body = bodyOf({ ...draft, forwards: draft.forwards && canForward }, before);
      const answer = await send(body, before !== undefined);
      // It is there from now on, whatever its document says: what is sent next changes it.
      setBefore(body);
      await sourcesChanged();
      return answer;
    },
    onSuccess: ({ state }) => {
      if (state !== 'down') onClose();
    },
  });
  const faults = faultsOf(draft);
  const submit = () => {
    setTried(true);
    if (Object.keys(faults).length === 0) sending.mutate();
  };
  return (
    <form
      className={`card ${styles.form}`}
      aria-label={before === undefined ? t('New source') : t('Change “{id}”', { id: before.id })}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Fields
        draft={draft}
        canForward={canForward}
        isNew={before === undefined}
        faults={tried ? faults : {}}
        onChange={(change) => setDraft({ ...draft, ...change })}
      />
      {sending.isError && <Notice tone="bad">{messageOf(sending.error)}</Notice>}
      {sending.data?.state === 'down' && <NotUsable detail={sending.data.detail} />}
      <div className={styles.actions}>
        <button type="submit" className="button primary" disabled={sending.isPending}>
          {sending.isPending ? t('Reading…') : before === undefined ? t('Add') : t('Save')}
        </button>
        <button type="button" className="button" onClick={onClose}>
          {t('Cancel')}
        </button>
      </div>
    </form>
  );
}

/** Whether users have tokens that can be sent on: where nobody signs in there are none. */
function useTokens(): boolean {
  return useInfo().data?.auth !== 'none';
}

function NotUsable({ detail }: { detail: string }) {
  return (
    <Notice tone="warn">
      <p>{detail}</p>
      <p>{t('It is kept: change it here, or remove it.')}</p>
    </Notice>
  );
}

function send({ id, ...rest }: AddedSource, isThere: boolean): Promise<SourceInfo> {
  return isThere
    ? putJson<SourceInfo>(`/v1/agent/sources/${encodeURIComponent(id)}`, rest)
    : postJson<SourceInfo>('/v1/agent/sources', { id, ...rest });
}

/** The form of one that was added, once it is known how. */
export function EditSource({ id, onClose }: { id: string; onClose: () => void }) {
  const added = useAddedSource(id);
  if (added.isError) return <Notice tone="bad">{messageOf(added.error)}</Notice>;
  return added.data === undefined ? null : <SourceForm added={added.data} onClose={onClose} />;
}

interface FieldsProps {
  draft: SourceDraft;
  /** What it is called and of which kind it is stays, once it is there. */
  isNew: boolean;
  canForward: boolean;
  faults: Faults;
  onChange: (change: Partial<SourceDraft>) => void;
}

function Fields({ draft, isNew, canForward, faults, onChange }: FieldsProps) {
  return (
    <>
      {isNew && <NameFields draft={draft} faults={faults} onChange={onChange} />}
      {draft.kind === 'openapi' ? (
        <DocumentFields draft={draft} canForward={canForward} faults={faults} onChange={onChange} />
      ) : (
        <Text
          label={t('Address')}
          hint="https://…/mcp"
          value={draft.url}
          fault={faults.url}
          onChange={(url) => onChange({ url })}
        />
      )}
      <Links draft={draft} faults={faults} onChange={onChange} />
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={draft.withAgent}
          onChange={(event) => onChange({ withAgent: event.target.checked })}
        />
        {t('Make an agent that answers with it')}
      </label>
    </>
  );
}

/** Where the backend has pages of its own, folded away until somebody wants them. */
function Links({ draft, faults, onChange }: Pick<FieldsProps, 'draft' | 'faults' | 'onChange'>) {
  const what = draft.kind === 'mcp' ? 'get_order' : '/orders/{id}';
  return (
    <details open={draft.links !== '' || faults.links !== undefined}>
      <summary>{t('Pages of the backend')}</summary>
      <label className={styles.field}>
        <span>
          {draft.kind === 'mcp'
            ? t('A line for each tool: its name, then the address of the page.')
            : t('A line for each path: the path, then the address of the page.')}
        </span>
        <textarea
          className="field"
          rows={3}
          value={draft.links}
          placeholder={`${what} https://shop.example.com/orders/{id}`}
          spellCheck={false}
          aria-invalid={faults.links !== undefined}
          onChange={(event) => onChange({ links: event.target.value })}
        />
        {faults.links !== undefined && <span className={styles.fault}>{faults.links}</span>}
      </label>
    </details>
  );
}

function NameFields({
  draft,
  faults,
  onChange,
}: Pick<FieldsProps, 'draft' | 'faults' | 'onChange'>) {
  return (
    <>
      <Segments
        label={t('Kind of source')}
        chosen={draft.kind}
        choices={{ openapi: { label: t('OpenAPI document') }, mcp: { label: t('MCP server') } }}
        onChoose={(kind) => onChange({ kind, url: '' })}
      />
      <Text
        label={t('Short name')}
        hint={t('Its tools begin with it: flags_listFlags')}
        value={draft.id}
        fault={faults.id}
        onChange={(id) => onChange({ id })}
      />
    </>
  );
}

function DocumentFields({ draft, canForward, faults, onChange }: Omit<FieldsProps, 'isNew'>) {
  const take = async (file: File | undefined) => {
    if (file !== undefined) onChange({ document: await file.text(), fileName: file.name });
  };
  return (
    <>
      <Text
        label={t('Address of the document')}
        hint={t('https://api.example.com/openapi.json, or choose a file')}
        value={draft.document === '' ? draft.url : ''}
        fault={faults.url}
        onChange={(url) => onChange({ url, document: '', fileName: '' })}
      />
      <label className={styles.field}>
        <span>
          {t('Or a file')}
          {draft.fileName === '' ? '' : `: ${draft.fileName}`}
        </span>
        <input
          type="file"
          accept=".json,.yaml,.yml"
          onChange={(event) => void take(event.target.files?.[0])}
        />
      </label>
      <Text
        label={t('Address of the backend')}
        hint={t('Requests go there and nowhere else, whatever the document says.')}
        value={draft.baseUrl}
        fault={faults.baseUrl}
        onChange={(baseUrl) => onChange({ baseUrl })}
      />
      {canForward && (
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={draft.forwards}
            onChange={(event) => onChange({ forwards: event.target.checked })}
          />
          {t('Send the token of the user who asks to {address}', {
            address: originOf(draft.baseUrl) ?? t('the address of the backend'),
          })}
        </label>
      )}
    </>
  );
}

function Text({
  label,
  hint,
  value,
  fault,
  onChange,
}: {
  label: string;
  hint: string;
  value: string;
  fault: string | undefined;
  onChange: (value: string) => void;
}): ReactNode {
  return (
    <label className={styles.field}>
      <span>{label}</span>
      <input
        className="field"
        value={value}
        placeholder={hint}
        autoComplete="off"
        spellCheck={false}
        maxLength={500}
        aria-invalid={fault !== undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      {fault !== undefined && <span className={styles.fault}>{fault}</span>}
    </label>
  );
}
