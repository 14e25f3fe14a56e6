import type { ConnectedProvider } from './model.model.js';

/** What is to be connected. */
export interface ModelRequest {
  provider: ConnectedProvider;
  /** Absent or empty: the provider's own. */
  address?: string;
  /** Absent: the one that is stored for the same provider and address. */
  key?: string;
  /** Absent: the models are to be listed. */
  model?: string;
  smallModel?: string;
}

/** Which model answers, and by whose word. */
export interface ConnectionState {
  provider: string;
  model: string;
  smallModel?: string;
  address?: string;
  /** The variable that decides; nothing can be connected then. */
  chosenBy?: string;
  isConnected: boolean;
  hasKey: boolean;
  holdsFor: 'all_servers' | 'this_server';
}

/** Connects models while the server runs. */
export interface ModelConnection {
  state(): ConnectionState;
  /** Ollama at its usual port on this machine, with its models; undefined where none answers. */
  ollama(): Promise<{ address: string; models: string[] } | undefined>;
  /** The models that a provider has. Rejects with `model_error` or `model_unavailable`. */
  list(asked: ModelRequest): Promise<string[]>;
  /** Tries the model with a tool, and puts it in place for runs to come. Rejects as {@link list}, and changes nothing then. */
  connect(
    asked: ModelRequest & { model: string },
    userId: string,
  ): Promise<{ ms: number; calledTool: boolean }>;
  disconnect(userId: string): Promise<void>;
}

/** Injection token of the server's {@link ModelConnection}. */
export const MODEL_CONNECTION = Symbol('MODEL_CONNECTION');
