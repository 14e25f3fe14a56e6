import { MAX_IMAGE_BYTES } from '../foundation/image-type.js';
import { DocumentRefused } from './document-refused.js';

/** An image as a model is given it. */
export interface GivenImage {
  name: string;
  contentType: string;
  bytes: Uint8Array;
}

/** A model that writes down what images show. */
export interface ImageReader {
  /** False where no model is connected. */
  readonly isThere: boolean;
  /** What an image shows, as Markdown, and the model that wrote it. Rejects with {@link DocumentRefused}. */
  read(image: GivenImage, signal: AbortSignal): Promise<{ text: string; model: string }>;
}

/** Refuses an image that no model here can read. */
export function requireReader(reader: ImageReader | undefined, bytes: number): ImageReader {
  if (reader?.isThere !== true)
    throw new DocumentRefused(
      'no_model',
      'Only a language model can read an image, and none is connected. Connect one and upload the image again, or upload its text.',
    );
  if (bytes > MAX_IMAGE_BYTES)
    throw new DocumentRefused(
      'too_large',
      'The image is larger than 3.75 MB, the most that models take. Save it smaller, or cut it into parts.',
    );
  return reader;
}

/** A reading that takes longer is given up. */
export const IMAGE_SECONDS = 180;

/** What the image shows, in time. */
export async function readImage(
  reader: ImageReader,
  image: GivenImage,
  closed: AbortSignal,
): Promise<{ text: string; model: string }> {
  const limit = AbortSignal.timeout(IMAGE_SECONDS * 1000);
  try {
    return await reader.read(image, AbortSignal.any([closed, limit]));
  } catch (error) {
    if (!limit.aborted) throw error;
    throw new DocumentRefused(
      'too_slow',
      `The model read the image for longer than ${IMAGE_SECONDS} seconds and was stopped. Upload it again, or a smaller part of it.`,
    );
  }
}
