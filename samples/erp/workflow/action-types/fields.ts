import type { JsonObject } from '../../../../src/foundation/json.js';
import { conditionOperators } from '../condition.js';
import type { ObjectSchema, Port } from './action-type.js';

/** The pieces that config schemas are made of; every field says what it is for. */

const UUID = '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}';
const TEMPLATE = '\\{\\{[^{}]+\\}\\}';

/** A closed object: fields that are not named are refused. */
export function config(
  properties: Record<string, JsonObject>,
  required: readonly string[],
): ObjectSchema {
  return { type: 'object', additionalProperties: false, required, properties };
}

/** Text of at least one character. */
export function text(description: string, maxLength = 4000): JsonObject {
  return { type: 'string', minLength: 1, maxLength, description };
}

/** One of a closed list of words. */
export function oneOf(description: string, values: readonly string[]): JsonObject {
  return { type: 'string', enum: [...values], description };
}

/** True or false. */
export function flag(description: string): JsonObject {
  return { type: 'boolean', description };
}

/** A number of at least `minimum`, or a template that yields one. */
export function numberOrTemplate(description: string, minimum = 0): JsonObject {
  return {
    type: ['number', 'string'],
    minimum,
    pattern: `^${TEMPLATE}$`,
    description: `${description} (a number, or a template such as {{quantity}})`,
  };
}

/** A whole number within bounds. */
export function whole(description: string, minimum: number, maximum: number): JsonObject {
  return { type: 'integer', minimum, maximum, description };
}

/** An id of a row, or a template that yields one. */
export function idOrTemplate(description: string): JsonObject {
  return {
    type: 'string',
    pattern: `^(${UUID}|${TEMPLATE})$`,
    description: `${description} (a UUID, or a template such as {{product_id}})`,
  };
}

/** An id of a row. */
export function id(description: string): JsonObject {
  return { type: 'string', format: 'uuid', description };
}

/** People: ids of users or roles, or templates that yield one. */
export function people(description: string): JsonObject {
  return {
    type: 'array',
    minItems: 1,
    maxItems: 100,
    items: idOrTemplate('the id of a user or a role'),
    description,
  };
}

/** Mail addresses, ids of users or roles, or templates that yield one of these. */
export function mailboxes(description: string): JsonObject {
  return {
    type: 'array',
    minItems: 1,
    maxItems: 100,
    items: {
      type: 'string',
      pattern: `^(${UUID}|${TEMPLATE}|[^@\\s{}]+@[^@\\s{}]+\\.[^@\\s{}]+)$`,
      description:
        'a mail address, the id of a user or a role, or a template such as {{customer.email}}',
    },
    description,
  };
}

/** A list of texts. */
export function texts(description: string): JsonObject {
  return { type: 'array', minItems: 1, maxItems: 100, items: text('a text', 255), description };
}

/** A business table. */
export function entity(description: string): JsonObject {
  return {
    type: 'string',
    pattern: '^[a-z_][a-z0-9_]*\\.[a-z_][a-z0-9_]*$',
    description: `${description} (schema.table, such as inventory.products)`,
  };
}

/** An object whose fields are free: column names, or whatever the text calls for. */
export function freeObject(description: string, minProperties = 0): JsonObject {
  return { type: 'object', minProperties, maxProperties: 100, description };
}

/** Comparisons of a record's fields. */
export function conditions(description: string): JsonObject {
  return {
    type: 'array',
    minItems: 1,
    maxItems: 50,
    description,
    items: {
      type: 'object',
      additionalProperties: false,
      required: ['field_name', 'operator'],
      properties: {
        field_name: text('a column of the record, or output_key.column of an earlier lookup', 255),
        operator: oneOf('how to compare', conditionOperators),
        value: { description: 'what to compare with; {{column}} compares with another column' },
        previous_value: { description: 'the value before an update (changed_from)' },
      },
    },
  };
}

/** The product an inventory action works on: named, or taken from the record of an order line. */
export const productFields = {
  product_id: idOrTemplate('the product; left out, the record tells'),
  source_from_line_item: flag('take product and quantity from the order line that fired the rule'),
};

/** Where in the warehouses an inventory action looks. */
export const placeFields = {
  warehouse_id: idOrTemplate('only in this warehouse'),
  location_id: idOrTemplate('only in this location'),
};

/** Which stock is taken first. */
export const allocationStrategy = oneOf('which stock is taken first', [
  'fifo',
  'lifo',
  'nearest_expiry',
  'lowest_cost',
]);

/** The ports of an action that works or does not. */
export const successOrFailure: readonly [Port, ...Port[]] = [
  { name: 'success', description: 'it was done' },
  { name: 'failure', description: 'it could not be done' },
];
