import { IsArray, IsBoolean, IsObject, IsOptional, IsString } from 'class-validator';
import type { JsonObject } from '../../../foundation/json.js';
import { OpenBody } from '../../../http/json-bodies.js';
import { badMessages, readMessages, type MessageHistory } from '../role-messages.js';
import { withoutEnd } from '../../../foundation/text.js';
import { titleOf } from '../../conversations/conversations.controller.js';

/** The body of `POST /v1/chat/completions`, as far as it is read. What else clients send is passed over. */
@OpenBody()
export class CompletionsBody {
  /** Which agent answers: its context type. */
  @IsString({ message: 'model must be a text: one of GET /v1/models' })
  model: string;

  /** The conversation; the last message is the one to answer. */
  @IsArray({ message: 'messages must be a list of {role, content}' })
  messages: unknown[];

  @IsOptional()
  @IsBoolean({ message: 'stream must be true or false' })
  stream?: boolean;

  @IsOptional()
  @IsObject({ message: 'stream_options must be an object' })
  stream_options?: JsonObject;
}

/** A conversation whose last message is the one to answer. */
export type Conversation = MessageHistory & { message: string };

/**
 * The conversation of a body: what user and assistant said. The instructions of a `system` message are not
 * an agent's, and are left out. Rejects with `invalid_request` unless it ends with a user's text.
 */
export function conversationOf({ messages }: CompletionsBody): Conversation {
  const { message, history } = readMessages(messages);
  if (message !== undefined) return { message, history };
  throw badMessages('messages must end with a message of the user: the one to answer');
}

/** How a prompt of a frontend's own begins, and what answers it. */
interface SideTask {
  /** Words of its first lines, in small letters. */
  says: string;
  answer(firstMessage: string): string;
}

const json = (value: object): string => JSON.stringify(value);

/** What frontends ask the model of a chat behind their users' backs, by how Open WebUI and LibreChat word it. */
const tasks: readonly SideTask[] = [
  { says: '3-5 word title', answer: (message) => json({ title: titleOf(message) }) },
  { says: '5-word-or-less title', answer: (message) => titleOf(message) },
  { says: 'concise title in the detected language', answer: (message) => titleOf(message) },
  { says: 'generate 1-3 broad tags', answer: () => json({ tags: ['General'] }) },
  { says: 'follow-up questions', answer: () => json({ follow_ups: [] }) },
  { says: 'necessity of generating search queries', answer: () => json({ queries: [] }) },
  { says: 'you are an autocompletion system', answer: () => json({ text: '' }) },
];

/** Where a frontend's own prompt begins; a user who begins so gets a title. */
const OPENINGS = [
  '### task:',
  'provide a concise, 5-word-or-less title',
  'please generate a concise, 5-word-or-less title',
  'analyze this conversation and provide',
];

const HEAD = 400;

/**
 * The answer to a prompt with which a frontend asks for a title, for tags and the like; undefined for what a
 * person may have said. No agent answers these: a title is the first message, cut.
 */
export function answerSideTask(message: string): string | undefined {
  const head = message.slice(0, HEAD).toLowerCase().trimStart();
  if (OPENINGS.every((opening) => !head.startsWith(opening))) return undefined;
  return tasks.find(({ says }) => head.includes(says))?.answer(firstUserMessage(message));
}

/** Before what a user said, in the conversation that such a prompt repeats. */
const SPEAKERS = ['USER: ', 'User: ', 'User:\n'];
const ENDS = ['\nASSISTANT:', '\nAI:', '\nAssistant:', '</chat_history>', '||>Response'];

function firstUserMessage(prompt: string): string {
  const starts = SPEAKERS.map((speaker) => ({ at: prompt.indexOf(speaker), speaker }));
  const [first] = starts.filter(({ at }) => at >= 0).sort((a, b) => a.at - b.at);
  if (first === undefined) return 'New chat';
  const rest = prompt.slice(first.at + first.speaker.length);
  const ends = ENDS.map((end) => rest.indexOf(end)).filter((at) => at >= 0);
  const said = rest.slice(0, Math.min(...ends, rest.length)).trim();
  return said === '' ? 'New chat' : withoutEnd(said, /"/);
}
