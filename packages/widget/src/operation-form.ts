import { isNumber, numberIn } from '../../../src/foundation/exact-number.js';
import { parseJson, writeJson } from '../../../src/foundation/exact-json.js';
import { pointerKeys } from '../../../src/foundation/json.js';
import type { FilledForm, OperationFormEvent, ShownOperation } from '@sextant/client';
import {
  argumentsFrom,
  drawableSchema,
  withArgument,
} from '../../client/src/forms/form-arguments.js';
import { fieldsOf, isSame, type FormField } from '../../client/src/forms/form-fields.js';
import { localMinute, zonedTime } from '../../client/src/forms/words.js';
import { button, el } from './dom.js';

/** Sends a form; rejects with what the server says against it. */
export type SendForm = (id: string, form: FilledForm, title: string) => Promise<void>;

/** The operations that fit a message, each a form that is opened, filled in and sent. */
export function operationForms(
  { form_id: id, operations, opens }: OperationFormEvent,
  send: SendForm,
): HTMLElement {
  const box = el('section', { 'aria-label': 'Operations that fit' });
  for (const [at, operation] of operations.entries()) {
    const { title, description, effect } = operation;
    const kind = effect === 'read' ? 'reads' : 'changes something';
    const head = el('summary', {}, el('strong', {}, title), ` (${kind})`);
    const form = new OperationForm(id, operation, send);
    const what = el('div', { class: 'muted' }, description);
    const choice = el('details', { class: 'card', name: id }, head, what, form.element);
    choice.open = opens && at === 0;
    box.append(choice);
  }
  return box;
}

/** One operation as a form made of its schema. */
class OperationForm {
  readonly element = el('form', { class: 'fields' });
  private readonly schema;
  private value;
  private readonly state = el('div', { role: 'status' });
  private readonly fields = el('div', { class: 'fields' });
  private problems = new Map<string, string>();

  constructor(
    private readonly id: string,
    private readonly operation: ShownOperation,
    private readonly send: SendForm,
  ) {
    const { effect, values, not_used: unused } = operation;
    this.schema = drawableSchema(operation.schema);
    this.value = argumentsFrom(values, this.schema);
    const text = unused.map((piece) => `“${piece}”`).join(' · ');
    if (unused.length > 0)
      this.element.append(el('div', { class: 'muted' }, `Not used of your message: ${text}`));
    const label = effect === 'read' ? 'Run' : 'Preview the change';
    const submit = el('button', { type: 'submit', class: 'main' }, label);
    this.element.append(this.fields, this.state, el('div', { class: 'row' }, submit));
    this.element.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.submit(submit);
    });
    this.draw();
  }

  private async submit(by: HTMLButtonElement): Promise<void> {
    by.disabled = true;
    const { tool, title } = this.operation;
    const refused = await this.send(this.id, { tool, arguments: this.value }, title).then(
      () => undefined,
      (problem: unknown) => problem as Error & { details?: { path?: string; message: string }[] },
    );
    by.disabled = false;
    const details = refused?.details ?? [];
    this.problems = new Map(
      details.map(({ path = '', message }) => [
        path.replaceAll('[', '.').replaceAll(']', ''),
        message,
      ]),
    );
    this.state.className = refused === undefined ? 'muted' : 'problem';
    const told = details.map(({ message }) => message).join('; ') || refused?.message;
    this.state.textContent = told ?? 'Sent';
    this.draw();
  }

  private set(path: readonly string[], value: unknown): void {
    this.value = withArgument(this.value, path, value, this.schema);
  }

  private draw(): void {
    this.fields.replaceChildren(...this.drawn(fieldsOf(this.value, this.schema)));
  }

  private drawn(fields: readonly FormField[]): HTMLElement[] {
    return fields.map((field) => (field.type === 'group' ? this.group(field) : this.field(field)));
  }

  private group({ label, path, value, fields = [], removable, added }: FormField): HTMLElement {
    const box = el('fieldset', {}, el('legend', {}, label), ...this.drawn(fields));
    const change = (next: unknown) => {
      this.set(path, next);
      this.draw();
    };
    const items: readonly unknown[] = Array.isArray(value) ? value : [];
    if (added !== undefined) box.append(button(`Add: ${label}`, () => change([...items, added])));
    if (removable) box.append(button(`Remove: ${label}`, () => change(undefined)));
    return box;
  }

  private field(field: FormField): HTMLElement {
    const { label, path, required, help, value } = field;
    const name = required ? `${label} (needed)` : label;
    const control = controlOf(field, (next) => this.set(path, next));
    const wrong = this.problems.get(path.join('.'));
    if (wrong !== undefined) control.setAttribute('aria-invalid', 'true');
    const from = this.operation.values.find(
      (given) => pointerKeys(given.path).join('/') === path.join('/') && isSame(given.value, value),
    );
    const origin = from?.from === 'page' ? 'From the page' : from && 'From your message';
    const notes = [wrong, origin, help].filter((note) => note !== undefined).join(' ');
    return el('label', {}, name, control, el('small', { class: 'muted' }, notes));
  }
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function controlOf(field: FormField, set: (value: unknown) => void): Control {
  const { type, value, choices, required } = field;
  if (type === 'flag') return select(YES_NO, value, required, set);
  if (type === 'choice') return select(choices ?? [], value, required, set);
  if (type === 'json') return jsonBox(value, set);
  if (type === 'lines' || type === 'numbers' || type === 'several') {
    const box = el('textarea', { rows: '3', placeholder: 'One a line' });
    box.value = Array.isArray(value) ? value.map(String).join('\n') : '';
    box.addEventListener('input', () => {
      const lines = box.value.split('\n').filter((line) => line.trim() !== '');
      set(type === 'numbers' ? lines.map((line) => numberIn(line.trim()) ?? line) : lines);
    });
    return box;
  }
  const box = el('input', KINDS[type] ?? {});
  box.value = type === 'time' && typeof value === 'string' ? localMinute(value) : textOf(value);
  box.addEventListener('input', () => set(valueOf(box.value, type)));
  return box;
}

const KINDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  number: { type: 'number', step: 'any' },
  date: { type: 'date' },
  time: { type: 'datetime-local', step: 'any' },
};
const YES_NO = [
  { value: true, label: 'Yes' },
  { value: false, label: 'No' },
];

const textOf = (value: unknown) =>
  typeof value === 'string' || isNumber(value) ? String(value) : '';

function valueOf(text: string, type: FormField['type']): unknown {
  if (text === '') return undefined;
  if (type === 'time') return zonedTime(text);
  return type === 'number' || type === 'scalar' ? (numberIn(text) ?? text) : text;
}

function select(
  choices: readonly { value: unknown; label: string }[],
  value: unknown,
  required: boolean,
  set: (value: unknown) => void,
): HTMLSelectElement {
  const chosen = choices.findIndex((choice) => isSame(choice.value, value));
  const unset = required && chosen >= 0 ? [] : [el('option', { value: '-1' }, 'Not set')];
  const options = choices.map(({ label }, at) => el('option', { value: String(at) }, label));
  const box = el('select', {}, ...unset, ...options);
  box.value = String(chosen);
  box.addEventListener('change', () => set(choices[Number(box.value)]?.value));
  return box;
}

/** A value as JSON; what is none keeps the form from being sent. */
function jsonBox(value: unknown, set: (value: unknown) => void): HTMLTextAreaElement {
  const box = el('textarea', { rows: '4', spellcheck: 'false', placeholder: 'JSON' });
  box.value = value === undefined ? '' : writeJson(value, null, 2);
  box.addEventListener('input', () => {
    box.setCustomValidity('');
    try {
      set(box.value.trim() === '' ? undefined : parseJson(box.value));
    } catch (error) {
      const place = error instanceof Error ? ` (${error.message})` : '';
      box.setCustomValidity(`This is not valid JSON, such as {"name": "Anna"}.${place}`);
    }
  });
  return box;
}
