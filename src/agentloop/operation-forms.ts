import type { Catalog } from '../agenttools/catalog.js';
import type { Tool } from '../agenttools/tool.js';
import { firstChars } from '../foundation/text.js';
import type { JsonObject } from '../foundation/json.js';
import type { FilledForm, OperationForm } from '../llm/types.js';
import type { EventData, ShownOperation } from './events.js';

export interface FormSink {
  /** A form can be sent later, also after a restart, and by its user alone. */
  save(form: {
    userId: string;
    runId: string;
    conversationId: string;
    contextType: string;
    tools: readonly string[];
  }): Promise<{ id: string; expiresAt: Date }>;
}

const MAX_DESCRIPTION = 300;

export async function keepForm(
  { operations, opens }: OperationForm,
  request: {
    caller: { userId: string };
    runId: string;
    conversationId: string;
    agent: { contextType: string };
    requestContext: JsonObject;
  },
  catalog: Catalog,
  forms: FormSink,
): Promise<EventData['operation_form']> {
  const shown = operations.flatMap((form) => {
    const tool = catalog.find(form.tool)?.tool;
    return tool === undefined ? [] : [shownOperation(tool, form, request.requestContext)];
  });
  const { caller, runId, conversationId, agent } = request;
  const { id, expiresAt } = await forms.save({
    userId: caller.userId,
    runId,
    conversationId,
    contextType: agent.contextType,
    tools: shown.map(({ tool }) => tool),
  });
  return { form_id: id, expires_at: expiresAt.toISOString(), opens, operations: shown };
}

/** What people read in place of a tool's name: `list_my_alerts` as `List my alerts`. */
export function operationTitle({ title, name }: Pick<Tool, 'title' | 'name'>): string {
  const words = name.replaceAll('_', ' ').trim();
  return title ?? words.charAt(0).toUpperCase() + words.slice(1);
}

function shownOperation(tool: Tool, form: FilledForm, context: JsonObject): ShownOperation {
  const said = form.values.map(({ text, ...one }) => ({
    ...one,
    from: 'message' as const,
    text,
  }));
  // A description often begins with the title, which stands above it here.
  const { title = '', description } = tool;
  const isSame = title !== '' && description.startsWith(`${title}. `);
  const shown = isSame ? description.slice(title.length + 2) : description;
  return {
    tool: tool.name,
    title: operationTitle(tool),
    description: firstChars(shown, MAX_DESCRIPTION),
    effect: tool.effect === 'read' ? 'read' : 'write',
    schema: tool.formSchema?.() ?? tool.inputSchema,
    values: [...said, ...valuesOfPage(tool, form, context)],
    not_used: [...form.notUsed],
  };
}

/** What is open on the page fills in ids that the message does not give. */
function valuesOfPage(
  { contextIds = {} }: Tool,
  { values }: FilledForm,
  context: JsonObject,
): ShownOperation['values'] {
  return Object.entries(contextIds).flatMap(([argument, { key }]) => {
    const path = `/${argument}`;
    const value = Object.hasOwn(context, key) ? context[key] : undefined;
    const isId = typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');
    return isId && values.every((one) => one.path !== path)
      ? [{ path, value, from: 'page' as const }]
      : [];
  });
}
