import { SpanKind, SpanStatusCode, type Tracer } from '@opentelemetry/api';
import { defined } from '../../foundation/defined.js';
import type { EndedStep, StepSink } from '../step-observer.js';
import type { Attributes } from './span-attributes.js';

/**
 * One `research_step` span per step, made when it has ended, and a trace of its own: a research may wait for
 * days between two of them, and any server does the next. `sextant.research.id` brings them together.
 */
export function stepSpans(tracer: Tracer): StepSink {
  return {
    ended: (step) => {
      const startTime = step.startedAt.getTime();
      const attributes = stepAttributes(step);
      const options = { kind: SpanKind.INTERNAL, startTime, attributes, root: true };
      const span = tracer.startSpan(`research_step ${step.step}`, options);
      if (step.errorCode !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(startTime + step.ms);
    },
  };
}

function stepAttributes(step: EndedStep): Attributes {
  return {
    'gen_ai.usage.input_tokens': step.usage.inputTokens,
    'gen_ai.usage.output_tokens': step.usage.outputTokens,
    'sextant.research.id': step.researchId,
    'sextant.research.step': step.step,
    'sextant.research.attempt': step.attempt,
    'sextant.research.outcome': step.outcome,
    ...defined({ 'sextant.research.task_id': step.taskId, 'error.type': step.errorCode }),
  };
}
