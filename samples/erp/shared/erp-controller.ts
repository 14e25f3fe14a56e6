import { applyDecorators, Controller, UsePipes } from '@nestjs/common';
import { StorablePipe } from './storable.pipe.js';

/**
 * A controller of the platform: what it takes goes into the database, so its text must be storable.
 * The error shape and the validation are the application's (src/http).
 */
export function ErpController(path: string): ClassDecorator {
  return applyDecorators(Controller(path), UsePipes(StorablePipe));
}
