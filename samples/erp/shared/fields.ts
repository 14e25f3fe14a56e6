import { applyDecorators } from '@nestjs/common';
import { IsInt, IsString, Length, Matches, Max, MaxLength, Min } from 'class-validator';

/** A text of 1 to 255 characters that is not blank. */
export function Name(): PropertyDecorator {
  const message = 'name must be a text of 1 to 255 characters and not blank';
  return applyDecorators(
    IsString({ message }),
    Length(1, 255, { message }),
    Matches(/\S/, { message }),
  );
}

/** A text of at most `max` characters; `field` is its name. */
export function Text(field: string, max: number): PropertyDecorator {
  const message = `${field} must be a text of at most ${max} characters`;
  return applyDecorators(IsString({ message }), MaxLength(max, { message }));
}

/** A whole number within bounds; `field` is its name. */
export function Whole(field: string, min: number, max: number): PropertyDecorator {
  const message = `${field} must be a whole number from ${min} to ${max}`;
  return applyDecorators(IsInt({ message }), Min(min, { message }), Max(max, { message }));
}
