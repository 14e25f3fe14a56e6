import { newId } from '../foundation/ids.js';
import { LeakScanner } from './leaks/leak-scanner.js';
import type { LeakedCall } from './leaks/read-calls.js';
import type { ModelSource, SourceEvent } from './resilient.js';
import { transformSource } from './transform-source.js';
import type { FinishReason } from './types.js';

/**
 * A source whose model sometimes writes its tool calls into the text, as local models do: in a code
 * fence, in `<tool_call>` tags, behind `[TOOL_CALLS]` or as bare JSON. They are taken out of the text
 * and made into calls, unless the same call was made properly too. Other text passes as it comes.
 */
export function repairLeakedCalls(source: ModelSource): ModelSource {
  return transformSource(source, ({ tools, toolChoice }) => {
    if (tools.length === 0 || toolChoice === 'none') return {};
    const scanner = new LeakScanner(new Set(tools.map(({ name }) => name)));
    const made = new Set<string>();
    return {
      *each(event) {
        if (event.type === 'text') yield textOrAlive(scanner.push(event.text));
        else if (event.type === 'done') {
          yield textOrAlive(scanner.end());
          const leaked = scanner.calls.filter((call) => !made.has(identity(call)));
          for (const call of leaked) {
            yield { type: 'tool_call', call: { id: `call_${newId()}`, ...call }, leaked: true };
          }
          const finishReason = reason(event.finishReason, scanner, leaked.length, made.size);
          yield { ...event, finishReason };
        } else {
          if (event.type === 'tool_call') made.add(identity(event.call));
          yield event;
        }
      },
    };
  });
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
