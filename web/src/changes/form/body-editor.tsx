import { writeJson } from '../../../../src/foundation/exact-json.js';
import {
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react';
import { isObject, type JsonObject } from '../../../../src/foundation/json.js';
import { useTools } from '../../api/queries.js';
import type { ChangeFormProps } from '../../registry/plugin.js';
import { changeViewOf } from '../../registry/registry.js';
import { Segments } from '../../ui/controls.js';
import { parseObject } from '../edits.js';
import { FieldsForm } from './fields-form.js';
import {
  withValue,
  type FormField,
  fieldsOf,
} from '../../../../packages/client/src/forms/form-fields.js';
import { t } from '../../texts/texts.js';
import styles from './fields-form.module.css';
import type { ToolInfo } from '../../api/client.js';

/** An object as it is edited: its value, undefined while the JSON is none, and then why. */
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
  const { data } = useTools();
  const fieldsOf = useCallback(
    (value: JsonObject) => editableFields(value, source, data?.items ?? []),
    [source, data],
  );
  return (
    <ObjectEditor
      label={t('What is sent when you accept')}
      first={body}
      fieldsOf={fieldsOf}
      Own={changeViewOf(kind)?.Form}
      scrolls
      onChange={onChange}
    >
      {children}
    </ObjectEditor>
  );
}

interface ObjectEditorProps {
  /** What the JSON is. */
  label: string;
  /** The object before it is edited. */
  first: JsonObject;
  fieldsOf: (value: JsonObject) => readonly FormField[];
  /** How a field is set; left out, nothing else changes with it. */
  setField?: (whole: JsonObject, path: readonly string[], value: unknown) => unknown;
  /** In place of the fields. */
  Own?: ComponentType<ChangeFormProps> | undefined;
  /** The fields scroll in a box of their own. */
  scrolls?: true;
  onChange: (edited: BodyText) => void;
  children?: ReactNode;
}

/** An object as fields or as JSON; `onChange` gets it with each edit. */
export function ObjectEditor(props: ObjectEditorProps) {
  const { label, Own, setField = withValue, scrolls, children } = props;
  const { mode, text, value, fields, hasFields, edit, write, choose } = useObject(props);
  const set = (path: readonly string[], next: unknown) => edit(setField(value, path, next));
  const box = useFocusedFirst(scrolls === true);
  return (
    <div ref={box} className={styles.editor}>
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
        <div className={scrolls && styles.scrolled}>
          {Own === undefined ? (
            <FieldsForm fields={fields} onChange={set} />
          ) : (
            <Suspense fallback={null}>
              <Own value={value} onChange={set} />
            </Suspense>
          )}
        </div>
      ) : (
        <JsonBox label={label} text={text} onText={write} />
      )}
      {children}
    </div>
  );
}

/** The button that opened the form is gone: the first field has the focus, or where fields are still loaded, what stands before them. */
function useFocusedFirst(isForm: boolean) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isForm || document.activeElement?.contains(box.current) !== true) return;
    const first = ['input, select, textarea', 'button'].map((one) =>
      box.current?.querySelector<HTMLElement>(one),
    );
    (first[0] ?? first[1])?.focus();
  }, [isForm]);
  return box;
}

function JsonBox({
  label,
  text,
  onText,
}: {
  label: string;
  text: string;
  onText: (text: string) => void;
}) {
  return (
    <label>
      <span className="small">{label}</span>
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

/** The object as fields and as JSON: what is edited in one stands in the other. */
function useObject({ first, fieldsOf, Own, onChange }: ObjectEditorProps) {
  const [chosen, setMode] = useState<'fields' | 'json'>('fields');
  const [value, setValue] = useState(first);
  const [text, setText] = useState(() => writeJson(first, null, 2));
  const fields = useMemo(() => fieldsOf(value), [fieldsOf, value]);
  const hasFields = Own !== undefined || fields.length > 0;
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

/** What of a payload people may change, and the schema that it has to fit where one is known. */
interface EditablePart {
  name: string;
  schema: JsonObject;
}

/**
 * The fields in which a change can be edited. Of a request only its body, of a call its arguments; of
 * any other kind all of the payload. Empty where it can be edited as JSON alone.
 */
function editableFields(
  payload: JsonObject,
  source: unknown,
  tools: readonly ToolInfo[],
): FormField[] {
  const parts = editableParts(payload, source, tools);
  if (parts === undefined) return fieldsOf(payload);
  return parts.flatMap(({ name, schema }) => {
    const value = payload[name];
    return fieldsOf(isObject(value) ? value : {}, schema, [name]);
  });
}

function editableParts(
  payload: JsonObject,
  source: unknown,
  tools: readonly ToolInfo[],
): EditablePart[] | undefined {
  const { method, path, path_template: template, tool: called } = payload;
  if (typeof called === 'string' && 'arguments' in payload) {
    const tool = tools.find(
      ({ source: from, operation }) =>
        from === source && operation && 'tool' in operation && operation.tool === called,
    );
    return [{ name: 'arguments', schema: tool?.input_schema ?? {} }];
  }
  if (typeof method !== 'string' || typeof (path ?? template) !== 'string') return undefined;
  const tool = tools.find(
    ({ source: from, operation }) =>
      from === source &&
      operation !== undefined &&
      'method' in operation &&
      operation.method.toUpperCase() === method.toUpperCase() &&
      operation.path === template,
  );
  const properties = tool?.input_schema['properties'];
  const body = isObject(properties) ? properties['body'] : undefined;
  if (!isObject(payload['body'])) return [];
  return [{ name: 'body', schema: isObject(body) ? body : {} }];
}
