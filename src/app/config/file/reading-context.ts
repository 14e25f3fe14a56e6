import type { Environment } from '../../../foundation/settings-reader.js';

/** What the parts of a config file are read with. */
export interface ReadingContext {
  /** The folder of the file: paths are relative to it. */
  folder: string;
  env: Environment;
  /** Notes what is wrong; reading continues, so that all faults are told at once. */
  fault: (path: readonly string[], message: string) => void;
}
