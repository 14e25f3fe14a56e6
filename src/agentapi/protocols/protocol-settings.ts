import type { AiSdkMajor } from './ai-sdk/ui-rendering.js';

/** How the protocols beside the server's own are served (docs/frontends.md). */
export interface ProtocolSettings {
  /** The major version of the AI SDK that `/api/ai/chat` is for. */
  aiSdkMajor: AiSdkMajor;
}

/** Injection token of the {@link ProtocolSettings}. */
export const PROTOCOL_SETTINGS = Symbol('PROTOCOL_SETTINGS');
