import { newId } from '../foundation/ids.js';
import { LeakScanner } from './leaks/leak-scanner.js';
import type { LeakedCall } from './leaks/read-calls.js';
import type { ModelSource, SourceEvent } from './resilient.js';
import type { FinishReason, LlmRequest } from './types.js';

/**
 * A source whose model sometimes writes its tool calls into the text, as local models do: in a code
 * fence, in `<tool_call>` tags, behind `[TOOL_CALLS]` or as bare JSON. They are taken out of the text
 * and made into calls, unless the same call was made properly too. Other text passes as it comes.
 */
export function repairLeakedCalls(source: ModelSource): ModelSource {
  return {
    name: source.name,
    model: source.model,
    open: (request, signal) =>
      request.tools.length === 0 || request.toolChoice === 'none'
        ? source.open(request, signal)
        : open(source, request, signal),
  };
}

async function* open(
  source: ModelSource,
  request: LlmRequest,
  signal: AbortSignal,
): AsyncGenerator<SourceEvent> {
  const scanner = new LeakScanner(new Set(request.tools.map((tool) => tool.name)));
  const made = new Set<string>();
  for await (const event of source.open(request, signal)) {
    if (event.type === 'text') yield textOrAlive(scanner.push(event.text));
    else if (event.type === 'done') {
      yield textOrAlive(scanner.end());
      const leaked = scanner.calls.filter((call) => !made.has(identity(call)));
      for (const call of leaked) {
        yield { type: 'tool_call', call: { id: `call_${newId()}`, ...call }, leaked: true };
      }
      yield {
        ...event,
        finishReason: reason(event.finishReason, scanner, leaked.length, made.size),
      };
    } else {
      if (event.type === 'tool_call') made.add(identity(event.call));
      yield event;
    }
  }
}

function textOrAlive(text: string): SourceEvent {
  return text === '' ? { type: 'alive' } : { type: 'text', text };
}

function identity(call: LeakedCall): string {
  return JSON.stringify([call.name, call.arguments]);
}

function reason(
  given: FinishReason,
  scanner: LeakScanner,
  leaked: number,
  made: number,
): FinishReason {
  if (leaked > 0) return 'tool_calls';
  // Taken out and not made into a call: the user must hear that something was meant to happen.
  return scanner.broken && made === 0 && given === 'stop' ? 'malformed_call' : given;
}
