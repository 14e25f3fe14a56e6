import type { AiSdkMajor } from './ai-sdk/ui-rendering.js';

/** How the protocols beside the server's own are served (docs/frontends.md). */
export interface ProtocolSettings {
  /** The major version of the AI SDK that `/api/ai/chat` is for. */
  aiSdkMajor: AiSdkMajor;
  /** Where users reach the server's page, for links in texts; absent: the host that the request was for. */
  publicUrl?: string;
}

/** Injection token of the {@link ProtocolSettings}. */
export const PROTOCOL_SETTINGS = Symbol('PROTOCOL_SETTINGS');
