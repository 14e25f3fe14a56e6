import { applyDecorators } from '@nestjs/common';
import {
  IsArray,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import { Type, type ValidatedClass } from './field-type.js';

/** A text of up to `max` characters. */
export function AnyText(field: string, max: number): PropertyDecorator {
  return applyDecorators(
    IsString({ message: `${field} must be a text` }),
    MaxLength(max, { message: `${field} must be at most ${max} characters` }),
  );
}

/** A text of up to `max` characters, not all of them spaces. */
export function FilledText(field: string, max: number): PropertyDecorator {
  const message = `${field} must not be empty`;
  return applyDecorators(AnyText(field, max), Matches(/\S/, { message }));
}

/** A whole number, which may be left out. */
export function WholeNumber(min: number, max: number, message: string, tooLarge = message) {
  return applyDecorators(
    IsOptional(),
    IsInt({ message }),
    Min(min, { message }),
    Max(max, { message: tooLarge }),
  );
}

/** A list of objects of a class; `item` is how one looks: `{role, content}`. */
export function ListOf(type: () => ValidatedClass, field: string, item: string) {
  const message = `${field} must be a list of ${item}`;
  return applyDecorators(
    Type(type),
    ValidateNested({ each: true, message: `must be ${item}` }),
    // A list inside the list would pass the nested check unseen.
    IsObject({ each: true, message }),
    IsArray({ message }),
  );
}
