import type { JsonObject } from '../../foundation/json.js';
import type { Platform } from '../../agenttools/platform.js';
import type { ErrorDetail } from '../../foundation/errors.js';

/** Something stored on the platform that a preview changes or makes. */
export interface TargetState extends JsonObject {
  id: string;
  name: string;
  version: number;
}

/** One kind of thing that previews are about, and how the platform is asked about it. */
export interface PreviewTarget {
  /** What users call it. */
  noun: string;
  /** The code under which an invalid body is refused. */
  invalidCode: 'invalid_rule' | 'invalid_config';
  /** Sends exactly this text: the one write there is. Answers what is stored then. */
  write(platform: Platform, text: string, targetId: string | undefined): Promise<TargetState>;
  /** What is wrong with a body, as the platform says without writing; empty when nothing is. */
  check(
    platform: Platform,
    body: JsonObject,
    targetId: string | undefined,
  ): Promise<readonly ErrorDetail[]>;
  load(platform: Platform, id: string): Promise<TargetState>;
  /** The one of exactly this name, without case. */
  findByName(platform: Platform, name: string): Promise<TargetState | undefined>;
  /** What accepting the body would change in what is stored. */
  diff(stored: TargetState, body: JsonObject): JsonObject;
  /** True when what is stored is what the body says. */
  holds(stored: TargetState, body: JsonObject): boolean;
}
