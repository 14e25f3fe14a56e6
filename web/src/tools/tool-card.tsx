import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { ToolInfo } from '../api/types.js';
import { JsonBlock } from '../ui/json-block.js';
import { EFFECTS } from './catalogue.js';
import { parametersOf } from './parameters.js';
import { ParameterTable } from './parameter-table.js';
import { ToolExamples } from './tool-examples.js';
import { ToolName } from './tool-name.js';
import { t } from '../texts/core.js';
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
