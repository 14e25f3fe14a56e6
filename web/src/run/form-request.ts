import type { JsonObject } from '../../../src/foundation/json.js';

/** A form of an operation as it is sent: its run begins with that call. */
export interface FormRequest {
  id: string;
  tool: string;
  title: string;
  arguments: JsonObject;
  /** The id is that of a preview, whose own call is made once more in place of this one. */
  isAgain?: true;
}
