import fastifyMultipart from '@fastify/multipart';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../../foundation/errors.js';
import { createValidationPipe } from '../../../http/validation.pipe.js';
import { tooLarge } from '../../../knowledge/ingest.js';
import { UploadFields } from './documents.model.js';

/** The one route that takes files. */
const UPLOAD_ROUTE = '/v1/documents';

/** What else than the file a form may hold. */
const LIMITS = { files: 1, fields: 8, fieldSize: 4096, headerPairs: 50 };

/** An uploaded file and the fields sent with it. */
export interface Upload {
  fileName: string;
  bytes: Buffer;
  fields: UploadFields;
}

/**
 * Lets the upload route, and no other, take `multipart/form-data`. A form of another site can send that
 * without asking; the edge's check of the origin is what refuses it.
 */
export async function acceptUploads(app: NestFastifyApplication, maxBytes: number): Promise<void> {
  await app.register(fastifyMultipart, { limits: { ...LIMITS, fileSize: maxBytes } });
  const fastify = app.getHttpAdapter().getInstance();
  fastify.addHook('onRequest', async (request: FastifyRequest) => {
    const isForm = request.headers['content-type']?.startsWith('multipart/') ?? false;
    if (!isForm || request.routeOptions.url === UPLOAD_ROUTE) return;
    throw new AppError(
      'unsupported_media_type',
      'The request body must be JSON: send it with the header content-type: application/json.',
    );
  });
}

/** Reads the form of an upload: one file, its fields before or after it. Rejects with what is missing or too large. */
export async function readUpload(request: FastifyRequest, maxBytes: number): Promise<Upload> {
  const fields: Record<string, unknown> = {};
  let file: { fileName: string; bytes: Buffer } | undefined;
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') fields[part.fieldname] = part.value;
      else file = { fileName: part.filename, bytes: await part.toBuffer() };
    }
  } catch (error) {
    throw toRefusal(error, maxBytes);
  }
  if (file === undefined || !file.fileName) {
    throw new AppError('invalid_request', 'The form holds no file: send one in the field "file".', [
      { path: 'file', message: 'is missing' },
    ]);
  }
  return { ...file, fields: await toFields(fields) };
}

async function toFields(fields: object): Promise<UploadFields> {
  const pipe = createValidationPipe();
  return (await pipe.transform(fields, { type: 'body', metatype: UploadFields })) as UploadFields;
}

function toRefusal(error: unknown, maxBytes: number): Error {
  if (error instanceof AppError) return error;
  const { code } = error as { code?: unknown };
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge(maxBytes);
  return new AppError(
    'invalid_request',
    'The form cannot be read: send one file in the field "file", and beside it only kb_id and title.',
    [],
    { cause: error },
  );
}
