import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { getJson, messageOf, putJson } from '../../api/client.js';
import { useRunningPlugins } from '../../api/queries.js';
import { FailedQuery, Notice } from '../../ui/notice.js';
import { baseName } from './document-labels.js';
import { groupsIn, linesOf, type SynonymGroups } from './synonym-lines.js';
import { t } from './texts.js';
import styles from './documents.module.css';

const ROUTE = '/v1/knowledge/synonyms';

/** The user's own synonyms for searches of a knowledge base; they are read once the section is opened. */
export function Synonyms({ base }: { base: string }) {
  const [isOpen, setOpen] = useState(false);
  // The routes are the plugin's that answers from the knowledge base.
  if (!useRunningPlugins().includes('knowledge')) return null;
  return (
    <details className="small" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('Synonyms for searches')}</summary>
      {isOpen && <Stored base={base} />}
    </details>
  );
}

function Stored({ base }: { base: string }) {
  const asked = new URLSearchParams({ kb_id: base }).toString();
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['synonyms', base],
    queryFn: ({ signal }) => getJson<{ groups: SynonymGroups }>(`${ROUTE}?${asked}`, signal),
  });
  if (isError) return <FailedQuery error={error} again={refetch} />;
  if (data === undefined) return <p className="quiet">{t('Loading…')}</p>;
  return <Editor base={base} stored={linesOf(data.groups)} />;
}

function Editor({ base, stored }: { base: string; stored: string }) {
  const client = useQueryClient();
  const [text, setText] = useState(stored);
  const { groups, singleIn } = groupsIn(text);
  const saving = useMutation({
    mutationFn: () => putJson(ROUTE, { kb_id: base, groups }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['synonyms', base] }),
  });
  const write = (written: string) => {
    setText(written);
    saving.reset();
  };
  const save = (event: { preventDefault: () => void }) => {
    event.preventDefault();
    saving.mutate();
  };
  return (
    <form className={styles.synonyms} onSubmit={save}>
      <Groups base={base} text={text} onText={write} />
      <p>
        <button
          type="submit"
          className="button"
          disabled={singleIn !== undefined || saving.isPending}
        >
          {t('Save')}
        </button>{' '}
        <span role="status" className="quiet">
          {singleIn !== undefined
            ? t('Line {n} has one word only; a group has at least two.', { n: singleIn })
            : saving.isSuccess && t('Saved')}
        </span>
      </p>
      {saving.isError && (
        <Notice tone="bad">
          <p>{messageOf(saving.error)}</p>
        </Notice>
      )}
    </form>
  );
}

function Groups({
  base,
  text,
  onText,
}: {
  base: string;
  text: string;
  onText: (text: string) => void;
}) {
  return (
    <label>
      {t(
        'Words that searches of {baseName} take for each other: a group a line, commas between its words',
        { baseName: baseName(base) },
      )}
      <textarea
        className="field"
        rows={4}
        placeholder={t('barge, lighter')}
        value={text}
        onChange={({ target: { value } }) => onText(value)}
      />
    </label>
  );
}
