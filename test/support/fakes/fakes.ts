import { anthropic } from './anthropic.js';
import { gemini } from './gemini.js';
import { ollama } from './ollama.js';
import { openai } from './openai.js';

/** The APIs that can be faked, by their name in `LLM_PROVIDER`. */
export const fakeApis = { gemini, ollama, openai, anthropic };

/** One of {@link fakeApis}. */
export type FakeName = keyof typeof fakeApis;

/** All of them, for tables of tests. */
export const fakeNames = Object.keys(fakeApis) as FakeName[];
