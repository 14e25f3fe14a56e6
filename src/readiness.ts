import type { PartState, ReadinessProbe } from './agentapi/health.controller.js';
import { messageOf } from './foundation/errors.js';
import type { LlmProvider } from './llm/types.js';
import type { Database } from './store/database.js';
import type { ToolSelectionIndex } from './toolindex/selection-index.js';

/** The parts whose state `GET /health/ready` shows. */
export interface ReadinessParts {
  db: Database;
  selection: ToolSelectionIndex;
  llm: LlmProvider;
}

/** Asks database and index; a missing index is shown but does not make the server unready: chats go on without it. */
export function createReadiness({ db, selection, llm }: ReadinessParts): ReadinessProbe {
  return async () => ({
    database: await databaseState(db),
    tool_index: indexState(selection),
    model: { ready: true, detail: `${llm.name} (${llm.model})` },
  });
}

async function databaseState(db: Database): Promise<PartState> {
  try {
    await db.query('select 1');
    return { ready: true, detail: db.kind };
  } catch (error) {
    return { ready: false, detail: messageOf(error) };
  }
}

function indexState(selection: ToolSelectionIndex): PartState {
  const { state } = selection;
  if (state.kind === 'ready') return { ready: true, detail: `${state.index.names.length} tools` };
  const detail = state.kind === 'building' ? 'being built' : state.message;
  return { ready: true, detail: `${detail}; all tools of a context are offered` };
}
