import { ChevronRight, Pencil, Play } from 'lucide-react';
import { useState, useId, Fragment } from 'react';
import { useMutation } from '@tanstack/react-query';
import { type ToolInfo, messageOf, sextant } from '../api/client.js';
import { JsonBlock } from '../ui/values.js';
import { t } from '../texts/texts.js';
import { keys, queryClient } from '../api/queries.js';
import { Notice } from '../ui/notice.js';
import { EFFECTS, parametersOf, type Parameter } from './catalogue.js';
import styles from './tool-card.module.css';

/** The id of a tool's card in the document. */
export function anchorOf(name: string): string {
  return `tool-${name}`;
}

/** One tool in a line; opened, all that is known of it. A chosen example is tried. */
export function ToolCard({
  tool,
  onTry,
}: {
  tool: ToolInfo;
  onTry: (tool: ToolInfo, example: string) => void;
}) {
  const [open, setOpen] = useState(false);
  const effect = EFFECTS()[tool.effect];
  return (
    <details
      id={anchorOf(tool.name)}
      className={styles.tool}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <ChevronRight size={14} aria-hidden className={styles.chevron} />
        <span className={styles.name}>
          <ToolName name={tool.name} />
        </span>
        {tool.effect !== 'read' && (
          <span className={`badge ${effect.tone}`} title={effect.meaning}>
            {effect.label}
          </span>
        )}
        <span className={styles.hint}>{tool.description}</span>
      </summary>
      {open && <ToolDetails tool={tool} onTry={onTry} />}
    </details>
  );
}

function ToolDetails({
  tool,
  onTry,
}: {
  tool: ToolInfo;
  onTry: (tool: ToolInfo, example: string) => void;
}) {
  const parameters = parametersOf(tool.input_schema);
  const [raw, setRaw] = useState(false);
  return (
    <div className={styles.body}>
      <p>{tool.description}</p>
      <ToolExamples tool={tool} onTry={onTry} />
      <section>
        <div className={styles.head}>
          <h3>{t('Input')}</h3>
          <button type="button" className="button quiet" onClick={() => setRaw(!raw)}>
            {raw ? t('As a list') : t('As JSON')}
          </button>
        </div>
        {raw && (
          <JsonBlock
            value={tool.input_schema}
            label={t('Input schema of {name}', { name: tool.name })}
          />
        )}
        {!raw && parameters.length === 0 && <p className="quiet">{t('No parameters.')}</p>}
        {!raw && parameters.length > 0 && <ParameterTable parameters={parameters} />}
      </section>
    </div>
  );
}

/** What people say when a tool is right: tried by a click, and edited where they stand in a file. */
function ToolExamples({
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

/** The parameters of a tool, one a row. */
function ParameterTable({ parameters }: { parameters: readonly Parameter[] }) {
  return (
    <dl className={styles.parameters}>
      {parameters.map(({ path, type, required, description, allowed }) => (
        <div key={path}>
          <dt>
            <span className={styles.path}>{path}</span>
            <span className={styles.type}>{type}</span>
            {required && <span className="badge">{t('required')}</span>}
          </dt>
          <dd>
            {description}
            {allowed.length > 0 && (
              <span className={styles.allowed}>
                <span className="quiet">{t('One of')} </span>
                {allowed.map((value) => (
                  <code key={value}>{value}</code>
                ))}
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A tool's name that breaks behind its underscores where there is no room. */
export function ToolName({ name }: { name: string }) {
  const [first = '', ...rest] = name.split('_');
  return (
    <>
      {first}
      {rest.map((word, at) => (
        <Fragment key={at}>
          _<wbr />
          {word}
        </Fragment>
      ))}
    </>
  );
}
