import { IsIn, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { flag, integer, list, NamedSchema, object, oneOf, text } from '../openapi/named-schema.js';

/** The model APIs that can be connected. */
export const connectedProviders = ['gemini', 'openai', 'anthropic', 'ollama'] as const;

/** One of {@link connectedProviders}. */
export type ConnectedProvider = (typeof connectedProviders)[number];

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

/** Which model answers. */
export const modelState = new NamedSchema(
  'ModelState',
  object(state.needed, {
    ...state.optional,
    ollama: object({ address: text(), models: list(text()) }),
  }),
);

/** What connecting answers: the provider's models where none was named, else the state and the test. */
export const connectedModel = new NamedSchema('ConnectedModel', {
  anyOf: [
    object({ models: list(text()) }),
    object({ ...state.needed, test: object({ ms: integer, called_tool: flag }) }, state.optional),
  ],
});
