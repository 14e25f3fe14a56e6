import { IsIn, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import {
  flag,
  integer,
  list,
  NamedSchema,
  object,
  oneOf,
  text,
  named,
} from '../openapi/named-schema.js';

const connectedProviders = ['gemini', 'openai', 'anthropic', 'ollama'] as const;

type ConnectedProvider = (typeof connectedProviders)[number];

const NAME = /^[\x21-\x7e]{1,120}$/;

/** The body of `PUT /v1/agent/model`. */
export class ConnectModelBody {
  @IsIn(connectedProviders, { message: `provider must be one of ${connectedProviders.join(', ')}` })
  provider!: ConnectedProvider;

  @IsOptional()
  @MaxLength(500, { message: 'address must be at most 500 characters' })
  @IsString({ message: 'address must be a URL' })
  address?: string | null;

  @IsOptional()
  @Matches(/^[\x21-\x7e]{1,500}$/, {
    message: 'key must be plain characters without spaces, as the API gave it',
  })
  key?: string | null;

  @IsOptional()
  @Matches(NAME, { message: "model must be a name of the provider's list" })
  model?: string | null;

  @IsOptional()
  @Matches(NAME, { message: "small_model must be a name of the provider's list" })
  small_model?: string | null;
}

const state = {
  needed: {
    provider: text(),
    model: text(),
    connected: flag,
    has_key: flag,
    holds_for: oneOf('all_servers', 'this_server'),
    can_connect: flag,
  },
  optional: {
    small_model: text(),
    address: text(),
    chosen_by: text('The variable that decides instead of the page.'),
  },
};

export const modelState = named('ModelState', state.needed, {
  ...state.optional,
  ollama: object({ address: text(), models: list(text()) }),
});

/** What connecting answers: the provider's models where none was named, else the state and the test. */
export const connectedModel = new NamedSchema('ConnectedModel', {
  anyOf: [
    object({ models: list(text()) }),
    object({ ...state.needed, test: object({ ms: integer, called_tool: flag }) }, state.optional),
  ],
});

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
