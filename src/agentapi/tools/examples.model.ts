import { applyDecorators } from '@nestjs/common';
import { ArrayMaxSize, IsArray, IsString, MaxLength } from 'class-validator';
import { MAX_EXAMPLES, MAX_LENGTH } from '../../agenttools/sources/examples/read-examples.js';

const SENTENCES = `must be a list of at most ${MAX_EXAMPLES} sentences of at most ${MAX_LENGTH} characters`;

function Sentences(): PropertyDecorator {
  const each = { each: true, message: `$property ${SENTENCES}` };
  return applyDecorators(
    IsArray({ message: `$property ${SENTENCES}` }),
    ArrayMaxSize(MAX_EXAMPLES, { message: `$property ${SENTENCES}` }),
    IsString(each),
    MaxLength(MAX_LENGTH, each),
  );
}

/** The body of `PUT /v1/agent/tools/:name/examples`. */
export class ExamplesBody {
  @Sentences()
  examples!: string[];

  /** As they were shown: others by now are not overwritten. */
  @Sentences()
  was!: string[];
}
