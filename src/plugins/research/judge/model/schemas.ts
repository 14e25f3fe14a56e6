import type { JsonObject } from '../../../../foundation/json.js';
import type { PlaceName } from './places.js';

const text = (maxLength: number): JsonObject => ({ type: 'string', minLength: 1, maxLength });
const anyText = (maxLength: number): JsonObject => ({ type: 'string', maxLength });
const list = (items: JsonObject, minItems: number, maxItems: number): JsonObject => ({
  type: 'array',
  items,
  minItems,
  maxItems,
});
const object = (properties: Record<string, JsonObject>): JsonObject => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});
const share: JsonObject = { type: 'number', minimum: 0, maximum: 1 };
const score: JsonObject = { type: 'number', minimum: 0, maximum: 100 };
const number: JsonObject = { type: 'integer', minimum: 1 };
const task = object({ task: text(500), context: anyText(500) });

/** What the answer at each place must look like. */
export const schemas: Readonly<Record<PlaceName, JsonObject>> = {
  alternative_queries: object({ queries: list(text(300), 2, 2) }),
  analyse_context: object({
    concepts: list(text(120), 1, 20),
    gaps: list(text(200), 0, 8),
    coverage: share,
  }),
  follow_up_questions: object({
    questions: list(object({ question: text(500), gap: anyText(200) }), 2, 3),
  }),
  read_reply: object({
    refinements: list(text(500), 0, 8),
    dismissed_gaps: list(text(200), 0, 8),
  }),
  anchor: object({
    key_entities: list(text(120), 1, 12),
    scope: text(800),
    research_queries: list(text(300), 1, 3),
    context_summary: anyText(2000),
  }),
  plan: object({ tasks: list(task, 3, 5) }),
  extract: object({
    passages: list(
      object({
        number,
        info: anyText(2000),
        quotes: list(object({ quote: text(1500), reason: anyText(400) }), 0, 4),
        references: list(text(200), 0, 20),
      }),
      0,
      20,
    ),
  }),
  conclude: object({
    summary: text(3000),
    key_findings: list(text(800), 0, 10),
    relevance: share,
  }),
  further_tasks: object({ tasks: list(task, 0, 2) }),
  relevance: object({ scores: list(object({ number, score: share }), 0, 40) }),
  synthesise: object({
    title: text(200),
    sections: list(
      object({
        heading: text(200),
        statements: list(
          object({ text: text(2000), sources: list({ type: 'integer' }, 0, 20) }),
          1,
          30,
        ),
      }),
      1,
      12,
    ),
  }),
  answered: object({ questions: list(object({ number, statements: list(number, 0, 60) }), 0, 25) }),
  assess_quality: object({
    accuracy: score,
    completeness: score,
    relevance: score,
    clarity: score,
    complaints: list(text(500), 0, 8),
  }),
};
