import { useContext, useEffect, useId, useState } from 'react';
import type { FieldType, FormField } from '../../../../packages/client/src/forms/form-fields.js';
import { FieldControl, FieldNotesContext } from './field-control.js';
import { t } from '../../texts/texts.js';
import styles from './fields-form.module.css';

interface FieldsProps {
  fields: readonly FormField[];
  /** Told where and what; undefined for nothing. */
  onChange: (path: readonly string[], value: unknown) => void;
}

/** The fields of a value, each with what fits it. */
export function FieldsForm({ fields, onChange }: FieldsProps) {
  const { open = Infinity, problem } = useContext(FieldNotesContext);
  const isSpare = ({ required, value }: FormField) => !required && value === undefined;
  // What stands folded at first stays there, also when it is filled in.
  const [spare] = useState(() => new Set(fields.filter(isSpare).map(keyOf)));
  const isFolding = spare.size > open;
  const shown = isFolding ? fields.filter((field) => !spare.has(keyOf(field))) : fields;
  const folded = isFolding ? fields.filter((field) => spare.has(keyOf(field))) : [];
  const isWrong = folded.some(({ path }) => problem?.(path) !== undefined);
  return (
    <div className={styles.fields}>
      {shown.map((field) => (
        <Drawn key={keyOf(field)} field={field} onChange={onChange} />
      ))}
      {folded.length > 0 && (
        <details className={styles.group} open={isWrong || undefined}>
          <summary>{t('{n} more field | {n} more fields', { n: folded.length })}</summary>
          <div className={styles.fields}>
            {folded.map((field) => (
              <Drawn key={keyOf(field)} field={field} onChange={onChange} />
            ))}
          </div>
        </details>
      )}
    </div>
  );
}

const keyOf = ({ path }: FormField) => path.join('/');

interface Edited {
  field: FormField;
  onChange: (path: readonly string[], value: unknown) => void;
}

/** What is written in a field must not become another kind of field while it is written. */
function Drawn({ field, onChange }: Edited) {
  const [own, setOwn] = useState<{ value: unknown; type: FieldType }>();
  const type = own !== undefined && own.value === field.value ? own.type : field.type;
  if (type === 'group') return <Group field={field} onChange={onChange} />;
  const change: Edited['onChange'] = (path, value) => {
    setOwn({ value, type });
    onChange(path, value);
  };
  return <Labelled field={{ ...field, type }} onChange={change} />;
}

function Group({ field, onChange }: Edited) {
  const { label, path, value, fields = [], folded, removable, added } = field;
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  const inner = (
    <>
      <Notes path={path} />
      {/* Another number of items: what was written in one must not stay in the next. */}
      <FieldsForm key={fields.length} fields={fields} onChange={onChange} />
      <NamePicker field={field} onChange={onChange} />
      {(removable ?? added !== undefined) && (
        <p className={styles.ways}>
          {added !== undefined && (
            <button
              type="button"
              className="button"
              aria-label={t('Add: {name}', { name: label })}
              onClick={() => onChange(path, [...items, added])}
            >
              {t('Add')}
            </button>
          )}
          {removable && <RemoveButton field={field} onChange={onChange} />}
        </p>
      )}
    </>
  );
  if (folded) {
    return (
      <details className={styles.group}>
        <summary>{label}</summary>
        {inner}
      </details>
    );
  }
  return (
    <fieldset className={styles.group}>
      <legend>{label}</legend>
      {inner}
    </fieldset>
  );
}

/** Gives a name that has none yet an empty value. */
function NamePicker({ field: { label, path, names = [] }, onChange }: Edited) {
  if (names.length === 0) return null;
  return (
    <select
      className="field"
      aria-label={t('Add: {name}', { name: label })}
      value=""
      onChange={({ target }) => onChange([...path, target.value], '')}
    >
      <option value="">{t('Add…')}</option>
      {names.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </select>
  );
}

function RemoveButton({ field: { label, path }, onChange }: Edited) {
  return (
    <button
      type="button"
      className="button quiet"
      aria-label={t('Remove: {name}', { name: label })}
      onClick={() => onChange(path, undefined)}
    >
      {t('Remove')}
    </button>
  );
}

function Labelled({ field, onChange }: Edited) {
  const id = useId();
  const { label, required, help, type, value, path } = field;
  const [isTick] = useState(type === 'flag' && value !== undefined);
  return (
    <div className={isTick ? styles.flag : styles.field}>
      <label htmlFor={id}>
        {label}
        {required && <span className="quiet"> {t('(needed)')}</span>}
      </label>
      <FieldControl id={id} field={field} onChange={(next) => onChange(path, next)} />
      {field.removable && <RemoveButton field={field} onChange={onChange} />}
      <Notes id={id} path={path} help={help} />
    </div>
  );
}

/** What is said of a field: what is wrong with it, where its value came from, what it is for. */
function Notes({
  id,
  path,
  help,
}: {
  id?: string;
  path: readonly string[];
  help?: string | undefined;
}) {
  const { problem, origin, shows } = useContext(FieldNotesContext);
  const [wrong, from] = [problem?.(path), origin?.(path)];
  const key = wrong === undefined ? undefined : path.join('.');
  useEffect(() => {
    if (key !== undefined) return shows?.(key);
  }, [key, shows]);
  if (wrong === undefined && from === undefined && help === undefined) return null;
  return (
    <div id={id && `${id}-notes`} className="small">
      {wrong !== undefined && <p className={styles.wrong}>{wrong}</p>}
      {from !== undefined && <p>{from}</p>}
      {help !== undefined && <p className="quiet">{help}</p>}
    </div>
  );
}
