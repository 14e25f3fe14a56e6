import { useCallback, useMemo, useState, type FormEvent, Suspense } from 'react';
import type { ShownOperation } from '../../../../src/agentloop/events.js';
import { writeJson } from '../../../../src/foundation/exact-json.js';
import {
  isObject,
  type JsonObject,
  pointerKeys,
  valueAt,
} from '../../../../src/foundation/json.js';
import {
  argumentsFrom,
  drawableSchema,
  withArgument,
} from '../../../../packages/client/src/forms/form-arguments.js';
import {
  fieldsOf,
  isSame,
  type FormField,
} from '../../../../packages/client/src/forms/form-fields.js';
import { ApiProblem, messageOf } from '../../api/client.js';
import { ObjectEditor, type BodyText } from '../../changes/form/body-editor.js';
import { FieldNotesContext, type FieldNotes } from '../../changes/form/field-control.js';
import type { FormRequest } from '../../run/run-items.js';
import { Notice } from '../../ui/notice.js';
import { t } from '../../texts/texts.js';
import { useRunningPlugins } from '../../api/queries.js';
import { attachers } from '../../registry/registry.js';
import styles from './operation-form.module.css';

/** So many fields that nobody has to fill in stand in the open. */
const OPEN_FIELDS = 4;

interface FormProps {
  formId: string;
  operation: ShownOperation;
  onSend: ((request: FormRequest) => Promise<unknown>) | undefined;
}

/** One operation as a form made of its schema. */
export function OperationForm({ formId, operation, onSend }: FormProps) {
  const { tool, title, effect, values } = operation;
  const schema = useMemo(() => drawableSchema(operation.schema), [operation]);
  const [first] = useState(() => argumentsFrom(values, schema));
  const [edited, setEdited] = useState<BodyText>({ value: first, problem: undefined });
  const { problem, busy, send } = useSending(onSend);
  const details = useMemo(() => detailsOf(problem), [problem]);
  const notes = useNotes(operation, edited.value ?? first, details);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (edited.value !== undefined) void send({ id: formId, tool, title, arguments: edited.value });
  };
  const drawn = useCallback((value: JsonObject) => fieldsOf(value, schema), [schema]);
  return (
    <form className={styles.form} aria-label={title} onSubmit={submit}>
      <NotUsed pieces={operation.not_used} />
      {takesNothing(operation.schema) ? (
        <p className="small quiet">{t('Nothing has to be filled in.')}</p>
      ) : (
        <FieldNotesContext value={notes}>
          <ObjectEditor
            label={t('What is sent')}
            first={first}
            fieldsOf={drawn}
            setField={(whole, path, value) => withArgument(whole, path, value, schema)}
            onChange={setEdited}
          />
        </FieldNotesContext>
      )}
      {edited.problem !== undefined && <p className="small">{edited.problem}</p>}
      {problem !== undefined && <Refusal problem={problem} details={details} />}
      <div>
        <button
          type="submit"
          className="button primary"
          disabled={busy || onSend === undefined || edited.value === undefined}
        >
          {effect === 'read' ? t('Run') : t('Preview the change')}
        </button>
      </div>
    </form>
  );
}

function NotUsed({ pieces }: { pieces: readonly string[] }) {
  if (pieces.length === 0) return null;
  const text = pieces.map((piece) => `“${piece}”`).join(' · ');
  return (
    <p className={`small ${styles.unused}`}>
      {t('Not used of your message: {pieces}', { pieces: text })}
    </p>
  );
}

/** Why the form was not sent; what is wrong with a field stands there too. */
function Refusal({ problem, details }: { problem: unknown; details: ReadonlyMap<string, string> }) {
  return (
    <Notice tone="bad">
      <div>
        <p>{details.size > 0 ? t('The form cannot be sent yet:') : messageOf(problem)}</p>
        <ul className={styles.problems}>
          {[...details].map(([path, message]) => (
            <li key={path}>{message}</li>
          ))}
        </ul>
      </div>
    </Notice>
  );
}

/** Sends a form, and keeps why it was refused until it is sent again. */
function useSending(onSend: FormProps['onSend']) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>();
  const send = async (request: FormRequest) => {
    setBusy(true);
    setProblem(undefined);
    try {
      await onSend?.(request);
    } catch (error) {
      setProblem(error);
    }
    setBusy(false);
  };
  return { busy, problem, send };
}

/** What is said of single fields: where a value came from, as long as it is that, and what is wrong with it. */
function useNotes(
  { values }: ShownOperation,
  edited: JsonObject,
  details: ReadonlyMap<string, string>,
): FieldNotes {
  return useMemo(() => {
    const from = new Map(values.map((value) => [pointerKeys(value.path).join('.'), value]));
    return {
      emptyIsNothing: true,
      open: OPEN_FIELDS,
      File: FileField,
      problem: (path) => details.get(path.join('.')),
      origin: (path) => {
        const given = from.get(path.join('.'));
        if (given === undefined || !isSame(valueAt(edited, given.path), given.value))
          return undefined;
        return given.from === 'page'
          ? t('From what is open on the page')
          : t('From your message: “{text}”', { text: given.text ?? writeJson(given.value) });
      },
    };
  }, [values, edited, details]);
}

/** What the server finds wrong, by field: `items[0].name` stands under `items.0.name`. */
function detailsOf(problem: unknown): ReadonlyMap<string, string> {
  if (!(problem instanceof ApiProblem) || problem.code !== 'invalid_arguments') return new Map();
  return new Map(
    problem.details.map(({ path = '', message }) => [
      path.replaceAll('[', '.').replaceAll(']', ''),
      message,
    ]),
  );
}

function takesNothing({ properties, additionalProperties }: JsonObject): boolean {
  return Object.keys(isObject(properties) ? properties : {}).length === 0 && !additionalProperties;
}

/** A file by its id: uploaded here, or the id of one that was uploaded before. */
function FileField({
  id,
  field: { value },
  onChange,
}: {
  id: string;
  field: FormField;
  onChange: (value: unknown) => void;
}) {
  const [tray, setTray] = useState<HTMLElement | null>(null);
  const [upload] = useState(() => crypto.randomUUID());
  const plugins = useRunningPlugins();
  return (
    <>
      <input
        id={id}
        className="field"
        aria-describedby={`${id}-notes`}
        value={typeof value === 'string' ? value : ''}
        onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
      />
      <div>
        <Suspense>
          {attachers(plugins).map((Attach, index) => (
            <Attach
              key={index}
              tray={tray}
              conversationId={upload}
              onAttached={({ ids }) => {
                if (ids.length > 0) onChange(ids.at(-1));
              }}
            />
          ))}
        </Suspense>
      </div>
      <div ref={setTray} />
    </>
  );
}
