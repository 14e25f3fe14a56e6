import { MAX_IMAGE_BYTES } from '../foundation/image-type.js';
import type { UserFile, UserFiles } from '../foundation/user-files.js';
import type { Caller } from '../agenttools/tool.js';
import { isModel, mapModels } from '../llm/models.js';
import type { LlmImage, LlmMessage, LlmProvider, LlmRequest } from '../llm/types.js';
import type { LoopDeps } from './run.js';

const MAX_REQUEST_BYTES = 2 * MAX_IMAGE_BYTES;

/** The base64 of an image; undefined once its file is gone. */
type ReadImage = (image: UserFile) => Promise<string | undefined>;

export function withImages(
  deps: LoopDeps,
  { userId }: Caller,
  messages: readonly LlmMessage[],
): LoopDeps {
  if (deps.files === undefined || !messages.some((message) => 'images' in message)) return deps;
  const read = imageReader(deps.files, userId);
  return { ...deps, models: mapModels(deps.models, (llm) => showImages(llm, read)) };
}

function imageReader(files: Pick<UserFiles, 'read'>, userId: string): ReadImage {
  const known = new Map<string, ReturnType<ReadImage>>();
  return (image) => {
    const read = async () => Buffer.from(await files.read(userId, image)).toString('base64');
    const data = known.get(image.id) ?? read().catch(() => undefined);
    known.set(image.id, data);
    return data;
  };
}

/** Sees the newest images while there is room, and is told of others; refused ones of earlier messages are left out at once. */
function showImages(llm: LlmProvider, read: ReadImage): LlmProvider {
  if (!isModel(llm)) return llm;
  const ask = async (request: LlmRequest, signal: AbortSignal, newestOnly: boolean) => {
    const messages = await shown(request.messages, read, newestOnly);
    return llm.streamChat({ ...request, messages }, signal);
  };
  return {
    name: llm.name,
    model: llm.model,
    async *streamChat(request, signal) {
      const newest = request.messages.findLastIndex(({ role }) => role === 'user');
      let mayRetry = request.messages.slice(0, newest).some((message) => 'images' in message);
      for await (const event of await ask(request, signal, false)) {
        if (mayRetry && event.type === 'error' && event.code === 'model_error') {
          yield* await ask(request, signal, true);
          return;
        }
        mayRetry = false;
        yield event;
      }
    },
  };
}

async function shown(
  messages: readonly LlmMessage[],
  read: ReadImage,
  newestOnly: boolean,
): Promise<LlmMessage[]> {
  let room = MAX_REQUEST_BYTES;
  const result = [...messages];
  const newest = messages.findLastIndex(({ role }) => role === 'user');
  for (const [at, message] of [...messages.entries()].reverse()) {
    if (message.role !== 'user' || message.images === undefined) continue;
    const images: LlmImage[] = [];
    const notes: string[] = [];
    for (const image of message.images) {
      const why = whyNot(image, room, newestOnly && at < newest);
      const data = why === undefined ? await read(image) : undefined;
      if (data === undefined) notes.push(notShown(image, why));
      else images.push({ ...image, data });
      room -= data === undefined ? 0 : image.bytes;
    }
    result[at] = { role: 'user', content: [message.content, ...notes].join('\n\n'), images };
  }
  return result;
}

function whyNot({ bytes }: UserFile, room: number, isRefused: boolean): string | undefined {
  if (bytes > MAX_IMAGE_BYTES) return 'it is larger than 3.75 MB';
  if (isRefused) return 'the model API refused the images of this conversation';
  return bytes > room ? 'a request holds 7.5 MB of images' : undefined;
}

export function notShown({ name }: UserFile, why = 'its file is gone'): string {
  return `[Not from the user: the image ${JSON.stringify(name)} is not shown to you, as ${why}. Where it matters, say so.]`;
}
