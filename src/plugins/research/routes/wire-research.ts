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
import type { JsonObject } from '../../../foundation/json.js';
import type { ResearchSummary, StoredResearch } from '../research.model.js';
import { basesOf } from '../state-reader.js';
import { checkpointEvent } from '../engine/phase-events.js';
import { expectedAt, phaseOf } from '../stages.js';
import { toSnakeCase } from '../text/wire-names.js';
import { titleOf } from '../../../agentapi/conversations/conversations.model.js';

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

/** A research in a list, in wire names. */
export function toWireSummary(research: ResearchSummary): JsonObject {
  const { id, stage, query, kbs, createdAt, updatedAt, endedAt } = research;
  return {
    research_id: id,
    title: titleOf(query),
    kb: kbs[0] ?? '',
    kbs: [...kbs],
    phase: phaseOf(stage),
    step: stage,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
    ended_at: endedAt?.toISOString() ?? null,
  };
}

/** A whole research, in wire names. */
export function toWireResearch(research: StoredResearch): JsonObject {
  const { state, checkpoint, failure, version, steps, lastSeq } = research;
  const { query } = state;
  return {
    ...toWireSummary({ ...research, query, kbs: basesOf(state) }),
    version,
    steps,
    last_event_id: lastSeq,
    expected: expectedAt(research.stage),
    checkpoint: checkpoint === undefined ? null : checkpointEvent(checkpoint).data,
    error: failure ?? null,
    state: toSnakeCase(state),
  };
}
