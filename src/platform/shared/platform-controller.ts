import { applyDecorators, Controller, UseFilters, UsePipes } from '@nestjs/common';
import { PlatformErrorFilter } from './error.filter.js';
import { createValidationPipe } from './validation.pipe.js';

/**
 * A controller of the platform: with its error shape and its validation. Both hang on the controller
 * and not on the application, because the chat's routes beside it have their own.
 */
export function PlatformController(path: string): ClassDecorator {
  return applyDecorators(
    Controller(path),
    UseFilters(PlatformErrorFilter),
    UsePipes(createValidationPipe()),
  );
}
