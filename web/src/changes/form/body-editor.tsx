import { writeJson } from '../../../../src/foundation/exact-json.js';
import { Suspense, useMemo, useState, type ReactNode } from 'react';
import { isObject, type JsonObject } from '../../../../src/foundation/json.js';
import { useTools } from '../../api/queries.js';
import { changeViewOf } from '../../registry/registry.js';
import { Segments } from '../../ui/segments.js';
import { parseObject } from '../parse-object.js';
import { FieldsForm } from './fields-form.js';
import { withValue } from './form-fields.js';
import { editableFields } from './schema-of.js';
import { t } from '../../texts/core.js';
import styles from './body-editor.module.css';

/** A body as it is edited: its value, undefined while the JSON is none, and then why. */
export interface BodyText {
  value: JsonObject | undefined;
  problem: string | undefined;
}

/**
 * A body to be changed: as fields, made from the schema of what it is sent to, or as JSON. `onChange` gets
 * the body with each edit.
 */
export function BodyEditor({
  kind,
  body,
  source,
  onChange,
  children,
}: {
  kind: string;
  /** As it was proposed. */
  body: JsonObject;
  source: unknown;
  onChange: (edited: BodyText) => void;
  /** Stands beside the fields: what is wrong with them. */
  children?: ReactNode;
}) {
  const Own = changeViewOf(kind)?.Form;
  const editor = useBody(body, source, onChange, Own !== undefined);
  const { mode, text, value, fields, hasFields, edit, write, choose } = editor;
  const set = (path: readonly string[], next: unknown) => edit(withValue(value, path, next));
  return (
    <div className={styles.editor}>
      <Segments
        label={t('Edit as')}
        chosen={mode}
        choices={{
          fields: { label: t('Fields'), disabled: !hasFields },
          json: { label: t('JSON') },
        }}
        onChoose={choose}
      />
      {mode === 'fields' ? (
        <div className={styles.fields}>
          {Own === undefined ? (
            <FieldsForm fields={fields} onChange={set} />
          ) : (
            <Suspense fallback={null}>
              <Own value={value} onChange={set} />
            </Suspense>
          )}
        </div>
      ) : (
        <JsonBox text={text} onText={write} />
      )}
      {children}
    </div>
  );
}

function JsonBox({ text, onText }: { text: string; onText: (text: string) => void }) {
  return (
    <label>
      <span className="small">{t('What is sent when you accept')}</span>
      <textarea
        className={`field mono ${styles.json}`}
        rows={12}
        spellCheck={false}
        autoFocus
        value={text}
        aria-describedby="edit-problem"
        onChange={(event) => onText(event.target.value)}
      />
    </label>
  );
}

/** The body as fields and as JSON: what is edited in one stands in the other. */
function useBody(
  body: JsonObject,
  source: unknown,
  onChange: (edited: BodyText) => void,
  hasForm: boolean,
) {
  const { data } = useTools();
  const [chosen, setMode] = useState<'fields' | 'json'>('fields');
  const [value, setValue] = useState(body);
  const [text, setText] = useState(() => writeJson(body, null, 2));
  const fields = useMemo(
    () => editableFields(value, source, data?.items ?? []),
    [value, source, data],
  );
  const hasFields = hasForm || fields.length > 0;
  const mode = hasFields ? chosen : 'json';
  const edit = (next: unknown) => {
    if (!isObject(next)) return;
    setValue(next);
    onChange({ value: next, problem: undefined });
  };
  const write = (next: string) => {
    setText(next);
    const parsed = parseObject(next);
    if (parsed.value !== undefined) setValue(parsed.value);
    onChange({ value: parsed.value, problem: parsed.problem });
  };
  const choose = (next: 'fields' | 'json') => {
    setText(writeJson(value, null, 2));
    // The fields show the last text that was JSON.
    onChange({ value, problem: undefined });
    setMode(next);
  };
  return { mode, text, value, fields, hasFields, edit, write, choose } as const;
}
