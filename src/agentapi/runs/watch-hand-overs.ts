import type { RunWatch } from '../../agentloop/run-observer.js';

/** The same watch, which also tells who goes on when a model hands its run over. */
export function watchHandOvers(
  watch: RunWatch,
  handedOver: (contextType: string) => void,
): RunWatch {
  return {
    around: (deps) => watch.around(deps),
    event: (event) => {
      watch.event(event);
      if (event.type === 'agent_selected' && event.data.why === 'handed_over')
        handedOver(event.data.agent);
    },
    published: () => watch.published(),
    ended: (terminal) => watch.ended(terminal),
  };
}
