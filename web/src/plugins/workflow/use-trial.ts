import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, useEffect, type RefObject } from 'react';
import { defined } from '../../../../src/foundation/defined.js';
import type { JsonObject } from '../../../../src/foundation/json.js';
import { messageOf, postJson } from '../../api/client.js';
import { parseObject } from '../../changes/edits.js';
import { sampleQuery } from '../../library/queries.js';
import { readRule } from './rule.js';
import { recordLabel, fitting, type Simulation } from './simulation.js';
import { t } from './texts.js';

/** A rule tried with a record: the form's state, and the way the record would take. */
export interface Trial {
  isOpen: boolean;
  setOpen: (open: boolean) => void;
  /** The record as the user has it now, as JSON. */
  text: string;
  setText: (text: string) => void;
  /** Why the text is no record. */
  problem: string | undefined;
  /** The record before an update, as JSON; empty: unknown. */
  previous: string;
  setPrevious: (text: string) => void;
  previousProblem: string | undefined;
  /** Changes the record so that the trigger's conditions hold. */
  fit: () => void;
  /** Why there is no sample to begin with, if so. */
  sampleProblem: string | undefined;
  isLoading: boolean;
  /** Live records to pick one from, each by what people know it by. */
  records: readonly { label: string; pick: () => void }[];
  run: () => void;
  isRunning: boolean;
  failure: Error | null;
  result: Simulation | undefined;
  clear: () => void;
}

/** A record, and the rule as it was when it was tried. */
interface Attempt {
  event: { record: JsonObject; previous?: JsonObject };
  version: string;
}

/** The trial of a rule: a stored one by its id, any other by its body. */
export function useTrial(json: JsonObject): Trial {
  const rule = readRule(json);
  const [isOpen, setOpen] = useState(false);
  const [written, setText] = useState<string>();
  const [previous, setPrevious] = useState('');
  const sample = useSample(rule.entity, isOpen);
  const text = written ?? pretty(sample.data?.record ?? {});
  const parsed = parseObject(text);
  const before = previous.trim() === '' ? undefined : parseObject(previous);
  const version = JSON.stringify(json);
  const simulate = useMutation({
    mutationFn: ({ event }: Attempt) =>
      postJson<Simulation>('/v1/agent/library/rules/simulate', {
        ...(rule.id === undefined ? { workflow: json } : { workflow_id: rule.id }),
        ...event,
      }),
  });
  return {
    isOpen,
    setOpen,
    text,
    setText,
    problem: parsed.problem,
    previous,
    setPrevious,
    previousProblem: before?.problem,
    fit: () => parsed.value && setText(pretty(fitting(parsed.value, rule))),
    sampleProblem: sampleProblem(sample.error, sample.data, rule.entity),
    isLoading: sample.isLoading,
    records: (sample.data?.records ?? []).map((record) => ({
      label: recordLabel(record),
      pick: () => setText(pretty(record)),
    })),
    run: () => {
      if (parsed.value === undefined || before?.problem !== undefined) return;
      const event = { record: parsed.value, ...defined({ previous: before?.value }) };
      simulate.mutate({ event, version });
    },
    isRunning: simulate.isPending,
    failure: simulate.error,
    // What another version of the rule would have done says nothing about this one.
    result: simulate.variables?.version === version ? simulate.data : undefined,
    clear: simulate.reset,
  };
}

/** A record of a table, and its columns; of an unknown table neither. */
function useSample(entity: string, isOpen: boolean) {
  return useQuery(sampleQuery(entity, isOpen));
}

function sampleProblem(error: Error | null, data: { record: unknown } | undefined, entity: string) {
  if (error !== null)
    return t('No sample record is available: {message}', { message: messageOf(error) });
  return data?.record === null
    ? t('{entity} has no rows to take a sample from.', { entity })
    : undefined;
}

function pretty(record: JsonObject): string {
  return JSON.stringify(record, null, 2);
}

/** Scrolls an element into sight when `key` gets another value; `undefined` leaves it where it is. */
export function useShown(ref: RefObject<HTMLElement | null>, key: unknown): void {
  useEffect(() => {
    if (key !== undefined) ref.current?.scrollIntoView({ block: 'nearest' });
  }, [ref, key]);
}
