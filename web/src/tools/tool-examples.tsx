import { useMutation } from '@tanstack/react-query';
import { Pencil, Play } from 'lucide-react';
import { useId, useState } from 'react';
import { messageOf, sextant } from '../api/client.js';
import { keys } from '../api/queries.js';
import { queryClient } from '../api/query-client.js';
import type { ToolInfo } from '../api/types.js';
import { Notice } from '../ui/notice.js';
import { t } from '../texts/core.js';
import styles from './tool-card.module.css';

/** What people say when a tool is right: tried by a click, and edited where they stand in a file. */
export function ToolExamples({
  tool,
  onTry,
}: {
  tool: ToolInfo;
  onTry: (tool: ToolInfo, example: string) => void;
}) {
  const [isEdited, setEdited] = useState(false);
  return (
    <section>
      <div className={styles.head}>
        <h3>{t('Examples')}</h3>
        {tool.examples_editable === true && !isEdited && (
          <button type="button" className="button quiet" onClick={() => setEdited(true)}>
            <Pencil size={14} aria-hidden /> {t('Edit')}
          </button>
        )}
      </div>
      {isEdited ? (
        <ExamplesForm tool={tool} onEnd={() => setEdited(false)} />
      ) : (
        <ExampleList tool={tool} onTry={onTry} />
      )}
    </section>
  );
}

function ExampleList({
  tool,
  onTry,
}: {
  tool: ToolInfo;
  onTry: (tool: ToolInfo, example: string) => void;
}) {
  if (tool.examples.length === 0)
    return <p className="quiet">{t('None. It is found by its name and description only.')}</p>;
  return (
    <ul className={styles.examples}>
      {tool.examples.map((example) => (
        <li key={example}>
          <button type="button" title={t('Try it')} onClick={() => onTry(tool, example)}>
            <Play size={12} aria-hidden />
            {example}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The server writes them to the file of the source, for operators, unless it holds others than were shown here. */
function ExamplesForm({ tool, onEnd }: { tool: ToolInfo; onEnd: () => void }) {
  const [was] = useState(tool.examples);
  const [text, setText] = useState(was.join('\n'));
  const field = useId();
  const saving = useMutation({
    mutationFn: async () => {
      const examples = text.split('\n').filter((line) => line.trim() !== '');
      const path = `/v1/agent/tools/${encodeURIComponent(tool.name)}/examples`;
      await sextant.request(path, { method: 'PUT', body: { examples, was } });
      await queryClient.invalidateQueries({ queryKey: keys.tools });
    },
    onSuccess: onEnd,
  });
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate();
      }}
    >
      <label htmlFor={field}>{t('One request per line, as people say it')}</label>
      <textarea
        id={field}
        className="field"
        rows={Math.max(4, was.length + 1)}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {saving.isError && <Notice tone="bad">{messageOf(saving.error)}</Notice>}
      <div className={styles.buttons}>
        <button type="submit" className="button primary" disabled={saving.isPending}>
          {t('Write to the file')}
        </button>
        <button type="button" className="button" onClick={onEnd}>
          {t('Cancel')}
        </button>
      </div>
    </form>
  );
}
