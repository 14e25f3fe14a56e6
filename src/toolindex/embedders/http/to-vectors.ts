import { EmbedApiError } from './embed-api-error.js';
import type { EmbedService } from './embed-service.js';

/** What an answer must hold. */
export interface ExpectedVectors {
  count: number;
  /** As asked for; undefined leaves it to the model. */
  dimensions: number | undefined;
}

/** The vectors of an answer, checked: as many as texts, numbers only, all of the one right dimension. */
export function toVectors(
  service: EmbedService,
  lists: readonly unknown[],
  expected: ExpectedVectors,
): Float32Array[] {
  if (lists.length !== expected.count) {
    throw new EmbedApiError(
      `${service.name} answered ${lists.length} vectors for ${expected.count} texts. Nothing was indexed from this answer; check that EMBEDDER_MODEL ${service.model} is an embedding model.`,
    );
  }
  const vectors = lists.map((list) => toVector(service, list));
  requireOneDimension(service, vectors, expected.dimensions);
  return vectors;
}

function toVector(service: EmbedService, list: unknown): Float32Array {
  const isVector =
    Array.isArray(list) && list.length > 0 && list.every((value) => Number.isFinite(value));
  if (isVector) return Float32Array.from(list as number[]);
  throw new EmbedApiError(
    `${service.name} answered a vector that is not a list of numbers. Check that EMBEDDER_MODEL ${service.model} is an embedding model.`,
  );
}

/** Vectors of different length are never cut to fit. */
export function requireOneDimension(
  service: EmbedService,
  vectors: readonly Float32Array[],
  dimensions: number | undefined,
): void {
  const wanted = dimensions ?? vectors[0]?.length;
  const wrong = vectors.find((vector) => vector.length !== wanted);
  if (wrong === undefined) return;
  throw new EmbedApiError(
    dimensions === undefined
      ? `${service.name} answered vectors of ${wanted} and of ${wrong.length} dimensions in one go: its model was changed under way. It will be asked again.`
      : `${service.name} answered vectors of ${wrong.length} dimensions, and ${dimensions} were asked for. Set EMBEDDER_DIMENSIONS to what the model ${service.model} can give, or unset it.`,
  );
}
