import type { LlmProvider } from './types.js';

/** `main` for everything; `small` works the tools and `large` answers where an agent parts the two. */
export type ModelRole = 'main' | 'small' | 'large';

export type Models = Readonly<Record<ModelRole, LlmProvider>>;

/** Whether a language model answers, and not what a server does without one. */
export function isModel({ name }: Pick<LlmProvider, 'name'>): boolean {
  return name !== 'none';
}

export function oneModel(llm: LlmProvider): Models {
  return { main: llm, small: llm, large: llm };
}

/** Models that may be replaced while the server runs: who looks again has those of now. */
export class LiveModels implements Models {
  /** The same object until they are replaced. */
  now: Models;

  constructor(models: Models) {
    this.now = models;
  }

  replace(models: Models): void {
    this.now = models;
  }

  get main(): LlmProvider {
    return this.now.main;
  }
  get small(): LlmProvider {
    return this.now.small;
  }
  get large(): LlmProvider {
    return this.now.large;
  }
}

export function mapModels(
  { main, small, large }: Models,
  change: (llm: LlmProvider, role: ModelRole) => LlmProvider,
): Models {
  return {
    main: change(main, 'main'),
    small: change(small, 'small'),
    large: change(large, 'large'),
  };
}
