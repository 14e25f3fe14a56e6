import { ProviderError, type Trouble } from '../provider-error.js';
import type { ModelSource } from '../resilient.js';
import { transformSource } from '../source-transforms.js';
import type { LlmImage, LlmMessage } from '../types.js';

export function imagesOf(message: LlmMessage): (LlmImage & { data: string })[] {
  const images = message.role === 'user' ? (message.images ?? []) : [];
  return images.filter((image): image is LlmImage & { data: string } => image.data !== undefined);
}

/** How servers refuse images that their model does not take: they are not of one mind about it. */
const REFUSALS: ReadonlySet<Trouble> = new Set<Trouble>(['bad_request', 'unknown_model', 'server']);

/** A refusal of images says what to do; media types among `refused` are not sent. */
export function explainImages(source: ModelSource, refused: readonly string[] = []): ModelSource {
  return transformSource(source, ({ messages }) => {
    const images = messages.flatMap(imagesOf);
    const unusable = images.find(({ contentType }) => refused.includes(contentType));
    if (unusable !== undefined)
      throw new ProviderError(
        'bad_request',
        `${source.name} reads no images of the type ${unusable.contentType}. Attach "${unusable.name}" as PNG or JPEG.`,
      );
    if (images.length === 0) return {};
    return { failed: explained };
  });
}

function explained(error: unknown): unknown {
  if (!(error instanceof ProviderError) || !REFUSALS.has(error.trouble)) return error;
  const trouble = error.trouble === 'unknown_model' ? 'bad_request' : error.trouble;
  const message = `${error.message} The request held images, and not every model reads them: connect one that does, or send the message without the image, in a new conversation where earlier messages have some.`;
  return new ProviderError(trouble, message, error.retryAfterMs, { cause: error });
}
