import { AppError } from '../../foundation/errors.js';
import { isObject, type JsonObject } from '../../foundation/json.js';
import type { SentForm } from './forms.service.js';

/** A filled-in form as a client of another protocol sends it back; rejects with `invalid_request` what is none. */
export function sentForm(form: unknown, path: string, requestContext: JsonObject): SentForm {
  const { form_id: id, tool, arguments: input } = isObject(form) ? form : {};
  if (typeof id === 'string' && typeof tool === 'string' && isObject(input))
    return { id, tool, arguments: input, requestContext };
  const message = 'must be {"form_id", "tool", "arguments"}: one of the operations of a form';
  throw new AppError('invalid_request', `${path} ${message}.`, [{ path, message }]);
}
