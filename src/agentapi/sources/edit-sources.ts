import type { JsonObject } from '../../foundation/json.js';
import type { SourceReport } from '../../agenttools/sources/live-catalog.js';

/** A source as an operator adds it: source and agent as the config file writes them. */
export interface NewSource {
  id: string;
  source: JsonObject;
  agent?: JsonObject;
  /** The text of an OpenAPI document, instead of its place. */
  document?: string;
  /** The origin that is allowed to be sent the tokens of users. */
  forwardTo?: string;
}

/** Adds, changes and removes sources while chats run. */
export interface EditSources {
  /** The ids of those that were added and can be removed. */
  added(): readonly string[];
  /** Answers how it stands once it was read, or after some seconds. Rejects with `invalid_request` or `conflict`. */
  add(source: NewSource, userId: string): Promise<SourceReport>;
  /** One that was added, as it was added. Throws `not_found` for any other. */
  definition(id: string): NewSource;
  /** Puts another in the place of one that was added; rejects as {@link add}, and with `not_found`. */
  replace(source: NewSource, userId: string): Promise<SourceReport>;
  /** Rejects with `not_found` one that was not added here. */
  remove(id: string): Promise<void>;
  /** What was added, as files by their names: `sextant.yaml` and documents. */
  export(): Readonly<Record<string, string>>;
}

/** Injection token of the server's {@link EditSources}. */
export const EDIT_SOURCES = Symbol('EDIT_SOURCES');
