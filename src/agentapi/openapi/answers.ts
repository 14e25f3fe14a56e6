import type { JsonObject } from '../../foundation/json.js';
import type { NamedSchema } from './named-schema.js';

/** What a route answers when nothing is wrong: JSON of this shape, or a stream of these events by their names. */
export type Answer = NamedSchema | JsonObject | { events: Readonly<Record<string, NamedSchema>> };

const ANSWER = Symbol('ANSWER');

/** States what a route answers, for the document of the API. Tests hold real answers against it. */
export function Answers(answer: Answer): MethodDecorator {
  return (target, key) => {
    Reflect.defineMetadata(ANSWER, answer, target, key);
  };
}

/** What a route was stated to answer. */
export function answerOf(prototype: object, key: string): Answer | undefined {
  return Reflect.getMetadata(ANSWER, prototype, key) as Answer | undefined;
}
