import * as ai6 from 'ai';
import * as ai5 from 'ai5';
import * as ai7 from 'ai7';
import { defined } from '../../src/foundation/defined.js';

/** The AI SDK in each major that is served, the newest first; what is used of them here is the same in all. */
export const aiSdks = {
  7: ai7,
  6: ai6 as unknown as typeof ai7,
  5: ai5 as unknown as typeof ai7,
} as const;

/** A major version of the AI SDK. */
export type Major = keyof typeof aiSdks;

/** A part of a message, read without its type. */
// oxlint-disable-next-line typescript/no-explicit-any -- each part has other fields
export type Part = Record<string, any>;

/** What a chat keeps, in plain fields: what `useChat` keeps in React's state. */
class PlainState implements ai7.ChatState<ai7.UIMessage> {
  status: ai7.ChatStatus = 'ready';
  error: Error | undefined = undefined;
  constructor(public messages: ai7.UIMessage[]) {}
  pushMessage = (message: ai7.UIMessage) => void (this.messages = [...this.messages, message]);
  popMessage = () => void (this.messages = this.messages.slice(0, -1));
  replaceMessage = (index: number, message: ai7.UIMessage) => {
    this.messages = this.messages.map((old, at) => (at === index ? message : old));
  };
  snapshot = <T>(value: T): T => structuredClone(value);
}

const partsOf = (message: ai7.UIMessage | undefined): Part[] => message?.parts ?? [];

/** How a page sets up its chat. */
export interface UiChatOptions {
  major: Major;
  api: string;
  id?: string;
  messages?: ai7.UIMessage[];
  body?: object;
  headers?: Record<string, string>;
  sendAutomatically?: boolean;
  /** Answers in place of a server. */
  fetch?: typeof fetch;
}

/** The chat of a page that uses the AI SDK, without the page: the same class that `useChat` extends. */
export function uiChat(options: UiChatOptions) {
  const { major, api, body = { context_type: 'workflow' }, headers = {}, fetch } = options;
  const sdk = aiSdks[major];
  const state = new PlainState(options.messages ?? []);
  const data: Part[] = [];
  class PlainChat extends sdk.AbstractChat<ai7.UIMessage> {}
  const chat = new PlainChat({
    state,
    ...defined({ id: options.id }),
    transport: new sdk.DefaultChatTransport({ api, body, headers, ...defined({ fetch }) }),
    onData: (part) => void data.push(part),
    ...(options.sendAutomatically && {
      sendAutomaticallyWhen: sdk.lastAssistantMessageIsCompleteWithApprovalResponses,
    }),
  });
  return {
    chat,
    /** What came for the page and for no message. */
    data,
    get error() {
      return state.error;
    },
    get status() {
      return state.status;
    },
    get messages() {
      return state.messages;
    },
    /** The parts of the last message. */
    get parts() {
      return partsOf(state.messages.at(-1));
    },
    /** The texts of the last message, when it is an answer. */
    get text() {
      const answer = state.messages.slice(-1).filter(({ role }) => role === 'assistant');
      const texts = answer.flatMap(partsOf).filter(({ type }) => type === 'text');
      return texts.map(({ text }) => String(text)).join('|');
    },
    part: (type: string) => partsOf(state.messages.at(-1)).find((part) => part['type'] === type),
    /** Resolves when nothing is under way any more. */
    async settled(): Promise<void> {
      while (state.status === 'submitted' || state.status === 'streaming') {
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
}
