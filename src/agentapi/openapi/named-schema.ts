import { defined } from '../../foundation/defined.js';
import { closedObject, type JsonObject } from '../../foundation/json.js';
import { errorCodes } from '../../foundation/errors.js';

/** A JSON Schema with a name of its own in the document. Others may stand in it as they are. */
export class NamedSchema {
  constructor(
    readonly name: string,
    readonly schema: JsonObject,
  ) {}
}

type Fields = Readonly<Record<string, unknown>>;

/** An object with these fields, some of which may be absent, and no others. */
export function object(needed: Fields, optional: Fields = {}): JsonObject {
  return closedObject(Object.keys(needed), { ...needed, ...optional });
}

export function named(name: string, needed: Fields, optional?: Fields): NamedSchema {
  return new NamedSchema(name, object(needed, optional));
}

/** The same, and whatever fields its kind has besides. */
export function openObject(needed: Fields, optional: Fields = {}): JsonObject {
  return { ...object(needed, optional), additionalProperties: true };
}

export function list(items: unknown): JsonObject {
  return { type: 'array', items };
}

export function oneOf(...values: readonly string[]): JsonObject {
  return { type: 'string', enum: values };
}

export function text(description?: string): JsonObject {
  return { type: 'string', ...defined({ description }) };
}

export const integer: JsonObject = { type: 'integer' };
export const number: JsonObject = { type: 'number' };
export const flag: JsonObject = { type: 'boolean' };
export const uuid: JsonObject = { type: 'string', format: 'uuid' };
export const time: JsonObject = { type: 'string', format: 'date-time' };
export const timeOrNull: JsonObject = { ...time, nullable: true };
export const anyObject: JsonObject = { type: 'object', additionalProperties: true };
export const anything: JsonObject = {};

/** A list as every route answers it: one page of it, and how many there are. */
export function page(item: NamedSchema): JsonObject {
  return object({ items: list(item), total: integer });
}

/** What a route answers when nothing is wrong: JSON of this shape, or a stream of these events by their names. */
export type Answer = NamedSchema | JsonObject | { events: Readonly<Record<string, NamedSchema>> };

const ANSWER = Symbol('ANSWER');

/** States what a route answers, for the document of the API. Tests hold real answers against it. */
export function Answers(answer: Answer): MethodDecorator {
  return (target, key) => {
    Reflect.defineMetadata(ANSWER, answer, target, key);
  };
}

export function answerOf(prototype: object, key: string): Answer | undefined {
  return Reflect.getMetadata(ANSWER, prototype, key) as Answer | undefined;
}

const errorDetail = named(
  'ErrorDetail',
  { message: text() },
  { path: text(), allowed: list({ anyOf: [text(), number] }) },
);

export const errorCode = new NamedSchema('ErrorCode', oneOf(...errorCodes));

export const errorFields = named('ErrorFields', {
  code: errorCode,
  message: text(),
  details: list(errorDetail),
});

export const errorBody = new NamedSchema('ErrorBody', {
  type: 'object',
  required: ['error'],
  properties: { error: errorFields },
});
