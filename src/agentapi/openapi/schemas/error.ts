import { errorCodes } from '../../../foundation/errors.js';
import { list, NamedSchema, number, object, oneOf, text } from '../named-schema.js';

/** What went wrong in one field, path or item. */
const errorDetail = new NamedSchema(
  'ErrorDetail',
  object({ message: text() }, { path: text(), allowed: list({ anyOf: [text(), number] }) }),
);

/** All there are today. */
export const errorCode = new NamedSchema('ErrorCode', oneOf(...errorCodes));

/** What is wrong, as every error says it (docs/errors.md). */
export const errorFields = new NamedSchema(
  'ErrorFields',
  object({ code: errorCode, message: text(), details: list(errorDetail) }),
);

/** The body of every error; some have more beside it. */
export const errorBody = new NamedSchema('ErrorBody', {
  type: 'object',
  required: ['error'],
  properties: { error: errorFields },
});
