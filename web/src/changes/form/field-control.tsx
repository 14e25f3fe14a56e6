import { useContext, useState, useEffect, useRef, createContext, type ReactNode } from 'react';
import { isNumber, numberIn } from '../../../../src/foundation/exact-number.js';
import { isSame, type FormField } from '../../../../packages/client/src/forms/form-fields.js';
import { localMinute, zonedTime } from '../../../../packages/client/src/forms/words.js';
import { t } from '../../texts/texts.js';
import { parseJson, writeJson } from '../../../../src/foundation/exact-json.js';
import { jsonProblem } from '../edits.js';
import { SeveralField } from './several-field.js';

interface ControlProps {
  id: string;
  /** What names the control, and what is said of it. */
  said: { id: string; 'aria-describedby': string; 'aria-invalid'?: true };
  field: FormField;
  onChange: (value: unknown) => void;
}

/** What a field is filled in with. */
export function FieldControl(given: Omit<ControlProps, 'said'>) {
  const { emptyIsNothing, problem, File } = useContext(FieldNotesContext);
  const { id, field, onChange } = given;
  const isWrong = problem?.(field.path) !== undefined;
  const said = { id, 'aria-describedby': `${id}-notes`, ...(isWrong && INVALID) };
  const props = { ...given, said };
  const typed = written(props, emptyIsNothing === true);
  switch (field.type) {
    case 'flag':
      return <Flag {...props} />;
    case 'number':
      return <NumberBox {...props} />;
    case 'choice':
      return <Choices {...props} />;
    case 'scalar':
      return <ScalarBox {...props} />;
    case 'several':
      return <SeveralField {...props} />;
    case 'lines':
    case 'numbers':
      return <Lines {...props} />;
    case 'file':
      return File === undefined ? <input className="field" {...typed} /> : <File {...props} />;
    case 'text':
      return <input className="field" {...typed} />;
    case 'date':
      return <input className="field" type="date" {...typed} />;
    case 'time':
      return <TimeBox {...props} />;
    case 'long':
      return <textarea className="field" rows={4} {...typed} />;
    default:
      return <JsonField id={id} value={field.value} onChange={onChange} />;
  }
}

const INVALID = { 'aria-invalid': true } as const;

/** A box of text: what was left empty and is not needed is not sent. */
function written({ said, field: { value, required }, onChange }: ControlProps, isNothing: boolean) {
  return {
    ...said,
    dir: 'auto',
    value: typeof value === 'string' ? value : '',
    onChange: ({ target }: { target: { value: string } }) =>
      onChange(target.value === '' && (!required || isNothing) ? undefined : target.value),
  };
}

/** Yes or no; of one that says neither yet, neither can be chosen again. */
function Flag({ id, said, field: { value, required }, onChange }: ControlProps) {
  const [wasUnset] = useState(value === undefined);
  if (wasUnset) {
    const choices = [
      { value: true, label: t('Yes') },
      { value: false, label: t('No') },
    ];
    const field: FormField = { path: [], label: '', type: 'choice', value, required, choices };
    return <Choices id={id} said={said} field={field} onChange={onChange} />;
  }
  return (
    <input
      {...said}
      type="checkbox"
      checked={value === true}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}

/** As JSON writes it: `007` and `.5` are none. */
function exactNumber(text: string) {
  return numberIn(text.replace(/^(-?)0+(?=\d)/, '$1').replace(/^(-?)\./, '$10.'));
}

function NumberBox({ said, field: { value }, onChange }: ControlProps) {
  return (
    <input
      {...said}
      className="field"
      type="number"
      step="any"
      value={isNumber(value) ? String(value) : ''}
      onChange={({ target }) => onChange(exactNumber(target.value))}
    />
  );
}

/** A number where what is written is exactly one, else a text. */
function ScalarBox({ said, field: { value }, onChange }: ControlProps) {
  return (
    <input
      {...said}
      className="field"
      value={typeof value === 'string' || isNumber(value) ? String(value) : ''}
      onChange={({ target }) => {
        onChange(numberIn(target.value) ?? target.value);
      }}
    />
  );
}

/** A moment in the time of this browser; it is sent with its offset from UTC. */
function TimeBox({ said, field: { value }, onChange }: ControlProps) {
  return (
    <input
      {...said}
      className="field"
      type="datetime-local"
      step="any"
      value={typeof value === 'string' ? localMinute(value) : ''}
      onChange={({ target }) => onChange(target.value === '' ? undefined : zonedTime(target.value))}
    />
  );
}

function Choices({ said, field: { choices = [], required, value }, onChange }: ControlProps) {
  const chosen = choices.findIndex((choice) => isSame(choice.value, value));
  return (
    <select
      className="field"
      {...said}
      value={chosen}
      onChange={({ target }) => onChange(choices[Number(target.value)]?.value)}
    >
      {(!required || chosen < 0) && <option value={-1}>{t('Not set')}</option>}
      {choices.map(({ label }, at) => (
        <option key={at} value={at}>
          {label}
        </option>
      ))}
    </select>
  );
}

/** A value a line; empty lines are none. */
function Lines({ said, field: { value, type }, onChange }: ControlProps) {
  const [text, setText] = useState(() =>
    Array.isArray(value) ? value.map(String).join('\n') : '',
  );
  const write = (next: string) => {
    setText(next);
    const lines = next.split('\n').filter((line) => line.trim() !== '');
    onChange(type === 'numbers' ? lines.map((line) => exactNumber(line.trim()) ?? line) : lines);
  };
  return (
    <textarea
      {...said}
      className="field"
      rows={3}
      placeholder={t('One a line')}
      value={text}
      onChange={({ target }) => write(target.value)}
    />
  );
}

/** A value that has no better field, as JSON; what is no JSON yet is said, and keeps its form from being sent. */
function JsonField({
  id,
  value,
  onChange,
}: {
  id: string;
  value: unknown;
  onChange: (value: unknown) => void;
}) {
  const [text, setText] = useState(() => (value === undefined ? '' : writeJson(value, null, 2)));
  const [problem, setProblem] = useState<string>();
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    box.current?.setCustomValidity(problem ?? '');
  }, [problem]);
  const write = (next: string) => {
    setText(next);
    try {
      onChange(next.trim() === '' ? undefined : parseJson(next));
      setProblem(undefined);
    } catch (error) {
      setProblem(jsonProblem(error));
    }
  };
  return (
    <>
      <textarea
        ref={box}
        id={id}
        className="field mono"
        rows={4}
        spellCheck={false}
        value={text}
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-problem`}
        onChange={(event) => write(event.target.value)}
      />
      <p id={`${id}-problem`} role="status" className="small">
        {problem}
      </p>
    </>
  );
}

/** What is said of single fields, by the form that they stand in. */
export interface FieldNotes {
  /** Where the value of a field came from. */
  origin?: (path: readonly string[]) => string | undefined;
  /** What the server finds wrong with it. */
  problem?: (path: readonly string[]) => string | undefined;
  /** Told the fields that show a problem, so that it is said once; answers what to do when one goes. */
  shows?: (key: string) => () => void;
  /** What was emptied is left out, also where it is needed: the server then says so. */
  emptyIsNothing?: true;
  /** So many fields that are neither needed nor filled in stand in the open; more are folded. */
  open?: number;
  /** How a file is given; left out, by its id as a text. */
  File?: (props: { id: string; field: FormField; onChange: (value: unknown) => void }) => ReactNode;
}

/** Left empty by forms that edit what is there. */
export const FieldNotesContext = createContext<FieldNotes>({});
