import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { messageOf, postJson } from '../api/client.js';
import { Notice } from '../ui/notice.js';
import { Segments } from '../ui/segments.js';
import { bodyOf, EMPTY, faultsOf, type SourceDraft } from './new-source.js';
import { sourcesChanged } from './queries.js';
import type { SourceInfo } from './wire.js';
import { t } from '../texts/core.js';
import styles from './sources-page.module.css';

type Faults = Partial<Record<keyof SourceDraft, string>>;

/** The form of a new source; says how it stands once it was read. */
export function AddSource({ onClose }: { onClose: () => void }) {
  const [draft, setDraft] = useState(EMPTY);
  const [tried, setTried] = useState(false);
  const adding = useMutation({
    mutationFn: async () => {
      const added = await postJson<SourceInfo>('/v1/agent/sources', bodyOf(draft));
      await sourcesChanged();
      return added;
    },
    onSuccess: ({ state }) => {
      if (state !== 'down') onClose();
    },
  });
  const faults = faultsOf(draft);
  const send = () => {
    setTried(true);
    if (Object.keys(faults).length === 0) adding.mutate();
  };
  return (
    <form
      className={`card ${styles.form}`}
      aria-label={t('New source')}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Fields
        draft={draft}
        faults={tried ? faults : {}}
        onChange={(change) => setDraft({ ...draft, ...change })}
      />
      {adding.isError && <Notice tone="bad">{messageOf(adding.error)}</Notice>}
      {adding.data?.state === 'down' && <Notice tone="warn">{adding.data.detail}</Notice>}
      <div className={styles.actions}>
        <button type="submit" className="button primary" disabled={adding.isPending}>
          {adding.isPending ? t('Reading…') : t('Add')}
        </button>
        <button type="button" className="button" onClick={onClose}>
          {t('Cancel')}
        </button>
      </div>
    </form>
  );
}

interface FieldsProps {
  draft: SourceDraft;
  faults: Faults;
  onChange: (change: Partial<SourceDraft>) => void;
}

function Fields({ draft, faults, onChange }: FieldsProps) {
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
      {draft.kind === 'openapi' ? (
        <DocumentFields {...{ draft, faults, onChange }} />
      ) : (
        <Text
          label={t('Address')}
          hint="https://…/mcp"
          value={draft.url}
          fault={faults.url}
          onChange={(url) => onChange({ url })}
        />
      )}
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

function DocumentFields({ draft, faults, onChange }: FieldsProps) {
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
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={draft.forwards}
          onChange={(event) => onChange({ forwards: event.target.checked })}
        />
        {t('Send the token of the user who asks')}
      </label>
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
