import type { Tool } from '@modelcontextprotocol/server';
import { AppError } from '../../../foundation/errors.js';
import { writeJson } from '../../../foundation/exact-json.js';
import type { JsonObject } from '../../../foundation/json.js';
import type { Sealer } from '../../../foundation/secrets.js';
import type { Caller } from '../../../agenttools/tool.js';
import type { PreviewsService } from '../../previews/previews.service.js';
import { decideForClient } from '../client-decision.js';
import type { McpAnswer } from './mcp-calls.js';

/** The extension by which hosts show pages of servers beside the results of their tools. */
export const APPS = 'io.modelcontextprotocol/ui';
export const PREVIEW_PAGE = 'ui://sextant/preview.html';
export const PAGE_TYPE = 'text/html;profile=mcp-app';
/** What hosts give the page and not the model. */
const DECISION = 'sextant/decision';

export function takes<P extends object>(required: string[], properties: P) {
  return { type: 'object' as const, properties, required, additionalProperties: false };
}

const text = { type: 'string', minLength: 1, maxLength: 1000 };

/** Decides on a change, for the page alone: no model may call it, and it takes the page's ticket. */
export const decideTool = {
  name: 'decide_change',
  title: 'Decide on a change',
  description: 'For the view of a preview, where the user decides. Models cannot call it.',
  inputSchema: takes(['preview_id', 'payload_sha256', 'ticket', 'decision'], {
    preview_id: text,
    payload_sha256: text,
    ticket: text,
    decision: { type: 'string', enum: ['accept', 'reject'] },
  }),
  annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
  _meta: { ui: { visibility: ['app'] } },
} as const satisfies Tool;

/** Previews as pages that hosts show, and the decisions that users make there. */
export class PreviewApp {
  constructor(
    private readonly previews: PreviewsService,
    private readonly sealer: () => Promise<Sealer>,
    /** The page as it is built; rejects with `not_found` where it is not. */
    readonly page: () => Promise<string>,
  ) {}

  /** What the page needs to show a preview whole and to decide on it; the ticket is good for this user and this content. */
  async forPage(caller: Caller, previewId: string): Promise<JsonObject> {
    const preview = await this.previews.find(caller, previewId);
    const { id, shown } = preview;
    const sealer = await this.sealer();
    const ticket = sealer.seal(boundTo(id, shown.sha256), placeOf(caller));
    return { [DECISION]: { ticket, preview: writeJson(this.previews.view(preview)) } };
  }

  /** Rejects with `write_refused` whoever has no ticket for exactly this content. */
  async decide(caller: Caller, input: JsonObject): Promise<McpAnswer> {
    const previewId = String(input['preview_id']);
    const sha256 = String(input['payload_sha256']);
    const opened = (await this.sealer()).open(String(input['ticket']), placeOf(caller));
    if (opened !== boundTo(previewId, sha256))
      throw new AppError(
        'write_refused',
        'Nothing was decided: the view of this preview alone can, for the content that it shows. The user decides there, or at its link.',
      );
    const accept = input['decision'] === 'accept';
    const decision = { previewId, accept, shownHashes: [sha256] };
    const { preview, error } = await decideForClient(this.previews, caller, decision);
    const state = preview && this.previews.view(preview)['state'];
    return { value: { preview_id: previewId, state, error }, isError: error !== undefined };
  }
}

function placeOf({ userId }: Caller): string[] {
  return ['decision in an MCP app', userId];
}

function boundTo(previewId: string, sha256: string): string {
  return JSON.stringify([previewId, sha256]);
}
