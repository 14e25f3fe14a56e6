import { isObject, type JsonObject } from '../../../foundation/json.js';
import { checkSize } from '../../arguments.js';
import { isReference } from '../../changes/references.js';
import type { ArgumentCheck } from '../../tool.js';
import { hasNoOffset } from './checks/formats.js';
import { BODY_ARGUMENT } from './naming/tool-names.js';
import type { Operation } from './operation.js';
import type { Schema } from './schema/schema.js';
import type { SchemaFields, SchemaReader } from './schema/schema-fields.js';
import { asType } from './schema/typed-values.js';

/** Arguments as they are sent, and what a person and the model should know of how they were read. */
export interface ArgumentReading {
  input: JsonObject;
  notes: readonly string[];
}

/** Reads what a model wrote; throws `invalid_arguments` that says what is valid. */
export type ReadArguments = (input: JsonObject) => ArgumentReading;

/**
 * Reads arguments as servers do, without losing anything: 5 for "5" where only text is valid and the other way
 * round, and null as left out where a field may be left out and not be null. In a merge patch null is what takes
 * a field away, and stays.
 */
export function argumentReader(
  { toolName, argumentSchema, rules }: Pick<Operation, 'toolName' | 'argumentSchema' | 'rules'>,
  schemas: SchemaReader,
  check: ArgumentCheck,
): ReadArguments {
  return (input) => {
    checkSize(toolName, input);
    const reading = new Reading(schemas);
    const read = reading.object(input, schemas.read(argumentSchema), '');
    check(read);
    if (rules?.action !== 'merge') return { input: read, notes: reading.notes };
    const whole = new Reading(schemas, true);
    return {
      input: whole.object(input, schemas.read(argumentSchema), ''),
      notes: whole.notes,
    };
  };
}

const MAX_NOTES = 8;

class Reading {
  readonly notes: string[] = [];

  constructor(
    private readonly schemas: SchemaReader,
    private readonly keepsNull = false,
  ) {}

  object(value: JsonObject, { fields, required, others }: SchemaFields, path: string): JsonObject {
    const read: [string, unknown][] = [];
    for (const [name, one] of Object.entries(value)) {
      const place = path === '' ? name : `${path}.${name}`;
      const schema = fields.get(name);
      const isOptional = one === null && schema !== undefined && !required.has(name);
      if (!isOptional || this.takesNull(schema, place)) {
        read.push([name, this.value(one, schema ?? others, place)]);
      } else if (path !== '') {
        this.note(`"${place}" was null, which is not valid there, so it is left out.`);
      }
    }
    return Object.fromEntries(read);
  }

  private takesNull(schema: Schema, place: string): boolean {
    if (this.keepsNull && place.startsWith(`${BODY_ARGUMENT}.`)) return true;
    const { types } = this.schemas.read(schema);
    return types === undefined || types.has('null');
  }

  private value(value: unknown, schema: Schema, path: string): unknown {
    const said = this.schemas.read(schema);
    if (Array.isArray(value))
      return value.map((item, at) => this.value(item, said.items, `${path}.${at}`));
    if (isObject(value)) return this.object(value, said, path);
    if (typeof value === 'string' && said.formats.has('date-time') && hasNoOffset(value))
      this.note(
        `"${path}" names no UTC offset, so the backend decides which time zone it is in; "Z" or "+02:00" at its end would say so.`,
      );
    if (said.types === undefined || isReference(value)) return value;
    return asType(value, [...said.types]) ?? value;
  }

  private note(text: string): void {
    if (this.notes.length < MAX_NOTES) this.notes.push(text);
  }
}
