import {
  anyObject,
  integer,
  list,
  NamedSchema,
  object,
  text,
  time,
  timeOrNull,
  uuid,
} from '../../../agentapi/openapi/named-schema.js';

const summary = {
  research_id: uuid,
  title: text(),
  kb: text('The first of its knowledge bases.'),
  kbs: list(text()),
  phase: text(),
  step: text(),
  created_at: time,
  updated_at: time,
  ended_at: timeOrNull,
};

/** A research in a list. */
export const researchSummary = new NamedSchema('ResearchSummary', object(summary));

/** A whole research. */
export const research = new NamedSchema(
  'Research',
  object({
    ...summary,
    version: integer,
    steps: integer,
    last_event_id: integer,
    expected: text('What may be done now.'),
    checkpoint: {
      ...object({ checkpoint_id: text(), type: text(), payload: anyObject }),
      nullable: true,
    },
    error: { ...anyObject, nullable: true },
    state: { ...anyObject, description: 'All that is known of it (docs/research.md).' },
  }),
);
