import type { ModelSource, SourceEvent } from './resilient.js';
import type { LlmRequest } from './types.js';

/** What is done to one request of a source and to what comes of it. */
export interface Transform {
  /** What is asked instead. */
  request?: LlmRequest;
  /** What is passed on for an event; nothing is after a `done`. */
  each?: (event: SourceEvent) => Iterable<SourceEvent>;
  /** What is thrown instead. */
  failed?: (error: unknown) => unknown;
}

/** Makes the transform of a request; `signal` ends what it waits for. */
type MakeTransform = (request: LlmRequest, signal: AbortSignal) => Transform;

/** A source with all that is done to it, the innermost first. */
interface TransformedSource extends ModelSource {
  readonly inner: ModelSource;
  readonly transforms: readonly MakeTransform[];
}

/** The source with one transform more. However many there are, they are one generator over the source's own. */
export function transformSource(source: ModelSource, transform: MakeTransform): ModelSource {
  const { inner, transforms } = isTransformed(source) ? source : { inner: source, transforms: [] };
  const all = [...transforms, transform];
  const made: TransformedSource = {
    name: source.name,
    model: source.model,
    inner,
    transforms: all,
    open: (request, signal) => open(inner, all, request, signal),
  };
  return made;
}

function isTransformed(source: ModelSource): source is TransformedSource {
  return 'transforms' in source;
}

async function* open(
  source: ModelSource,
  transforms: readonly MakeTransform[],
  request: LlmRequest,
  signal: AbortSignal,
): AsyncGenerator<SourceEvent> {
  let asked = request;
  const steps = transforms.toReversed().map((make) => {
    const step = make(asked, signal);
    asked = step.request ?? asked;
    return step;
  });
  steps.reverse();
  try {
    for await (const event of source.open(asked, signal)) {
      let events: Iterable<SourceEvent> = [event];
      for (const step of steps) if (step.each !== undefined) events = passed(events, step);
      for (const one of events) {
        yield one;
        if (one.type === 'done') return;
      }
    }
  } catch (error) {
    let reason = error;
    for (const { failed } of steps) if (failed !== undefined) reason = await failed(reason);
    throw reason;
  }
}

function* passed(events: Iterable<SourceEvent>, { each }: Transform): Generator<SourceEvent> {
  for (const event of events) if (each !== undefined) yield* each(event);
}
