import type { FormValues, QuestionField } from '../../../src/agentloop/events.js';
import type { JsonObject } from '../../../src/foundation/json.js';
import type { FieldType, FormField } from '../../../packages/client/src/forms/form-fields.js';

/** What the fields of a question hold before they are filled in. */
export function firstValues(fields: readonly QuestionField[]): JsonObject {
  return Object.fromEntries(
    fields.map(({ name, type, default: given }) => [name, given ?? EMPTY[type]]),
  );
}

const EMPTY: Partial<Record<QuestionField['type'], unknown>> = { yes_no: false, choices: [] };

/** The fields as all forms draw them. */
export function drawnFields(fields: readonly QuestionField[], values: JsonObject): FormField[] {
  return fields.map(({ name, title, description, required, options, ...field }): FormField => ({
    ...{ path: [name], label: title, value: values[name], required, type: drawnAs(field) },
    ...(description === undefined ? {} : { help: description }),
    ...(options && { choices: options.map(({ value, title: label }) => ({ value, label })) }),
  }));
}

function drawnAs({ type, format }: Pick<QuestionField, 'type' | 'format'>): FieldType {
  if (type === 'text') return format === 'date' ? 'date' : format === 'date-time' ? 'time' : 'text';
  return DRAWN[type];
}

const DRAWN: Readonly<Record<Exclude<QuestionField['type'], 'text'>, FieldType>> = {
  ...{ number: 'number', integer: 'number', yes_no: 'flag' },
  ...{ choice: 'choice', choices: 'several' },
};

/** The values of a form as its route takes them, in the order of its fields; what was left empty is left out. */
export function valuesOf(fields: readonly QuestionField[], values: JsonObject): FormValues {
  return Object.fromEntries(
    fields.flatMap(({ name, type }) => {
      const value = values[name];
      if (value === undefined || value === '') return [];
      const isNumber = type === 'number' || type === 'integer';
      return [[name, (isNumber ? Number(value) : value) as FormValues[string]]];
    }),
  );
}
