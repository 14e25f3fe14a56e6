import { ARRAY_MAX_SIZE, getMetadataStorage } from 'class-validator';
import { type AppError, type ErrorDetail, invalidRequest } from '../foundation/errors.js';
import { isObject, type JsonObject } from '../foundation/json.js';

export type ValidatedClass = abstract new (...parameters: never[]) => object;

/** What a field holds beside what JSON tells: a class of its own, or in a query a number or `true` and `false`. */
type FieldType = ValidatedClass | NumberConstructor | BooleanConstructor;

const types = new Map<object, Map<string, () => FieldType>>();

/** States what a field holds, or each item of its list: an object is made one of the class, a text the number. */
export function Type(of: () => FieldType): PropertyDecorator {
  return (prototype, name) => {
    const fields = types.get(prototype) ?? new Map<string, () => FieldType>();
    types.set(prototype, fields.set(String(name), of));
  };
}

/** What {@link Type} states of a field, in the class or in one that it extends. */
export function typeOf(target: ValidatedClass, name: string): FieldType | undefined {
  let at: unknown = target.prototype;
  while (isObject(at)) {
    const of = types.get(at)?.get(name);
    if (of !== undefined) return of();
    at = Object.getPrototypeOf(at);
  }
  return undefined;
}

/** What was sent as an object of its class, in time linear in its fields; what is not in the class is kept for its validators to name. */
export function toInstance(target: ValidatedClass, sent: JsonObject): JsonObject {
  const instance = Reflect.construct(target, []) as JsonObject;
  const fields = Object.entries(sent);
  if (fields.length > MAX_FIELDS)
    throw refused(
      `an object in it has ${fields.length} fields, and at most ${MAX_FIELDS} are looked at`,
    );
  // By its constructor class-validator finds an object's class, and other inherited names it takes for known.
  const inherited = Object.keys(sent).find((name) => name in Object.prototype);
  if (inherited !== undefined) throw refused(`no object in it may have a "${inherited}"`);
  for (const [name, value] of fields) {
    const type = typeOf(target, name);
    if (Array.isArray(value)) requireShort(target, name, value.length, type);
    const typed = type === undefined ? value : toType(type, value);
    // Defined, not assigned: no name reaches a setter or the prototype.
    Object.defineProperty(instance, name, {
      value: typed,
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return instance;
}

/** Fields of one object: each one that is unknown is an error of its own. */
const MAX_FIELDS = 200;
/** How long a list may be where its class does not say, and where its items are of a class, each with its validators. */
const MAX_ITEMS = 10_000;
const MAX_OBJECTS = 2_000;

/** Before class-validator looks at all items, whatever `ArrayMaxSize` says, and compares each with all. */
function requireShort(
  target: ValidatedClass,
  name: string,
  length: number,
  type: FieldType | undefined,
): void {
  const found = getMetadataStorage()
    .getTargetValidationMetadatas(target, '', false, false)
    .find((one) => one.propertyName === name && one.name === ARRAY_MAX_SIZE);
  const usual = type === undefined ? MAX_ITEMS : MAX_OBJECTS;
  const [max = usual] = (found?.constraints ?? []) as number[];
  if (length <= max) return;
  const path = name.slice(0, 200);
  const stated = typeof found?.message === 'string' ? found.message : undefined;
  const message = stated ?? `${path} has ${length} items, and may have at most ${max}`;
  throw refused(message, [{ path, message }]);
}

function refused(reason: string, details: ErrorDetail[] = []): AppError {
  return invalidRequest(`The request is not valid: ${reason}.`, details);
}

function toType(type: FieldType, value: unknown): unknown {
  if (Array.isArray(value))
    return value.map((item) => (Array.isArray(item) ? item : toType(type, item)));
  if (type === Number) return typeof value === 'string' ? Number(value) : value;
  if (type === Boolean) return value === 'true' ? true : value === 'false' ? false : value;
  return isObject(value) ? toInstance(type as ValidatedClass, value) : value;
}
