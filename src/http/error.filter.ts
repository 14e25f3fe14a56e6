import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { AppError, toErrorBody } from '../foundation/errors.js';
import { isObject } from '../foundation/json.js';
import type { Logger } from '../foundation/logger.js';
import { codeOfStatus, statusOf } from './error-status.js';

/** Turns whatever a route, a pipe or the body parser throws into `{error:{code,message,details}}`. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const error = toAppError(thrown);
    const status = error === undefined ? 500 : statusOf(error.code);
    // What the client caused is the client's to read; what we caused belongs into the log, once.
    if (error === undefined) this.logger.error({ err: thrown }, 'a request failed unexpectedly');
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    if (reply.sent) return;
    void reply.status(status).send(toErrorBody(error ?? thrown));
  }
}

/** Our own error, or one that Nest (`HttpException`) or Fastify (`statusCode`) raised for a bad request. */
function toAppError(thrown: unknown): AppError | undefined {
  if (thrown instanceof AppError) return thrown;
  const status = statusIn(thrown);
  if (status === undefined || status >= 500) return undefined;
  const code = codeOfStatus(status);
  return new AppError(code, sentences[code] ?? messageIn(thrown), [], { cause: thrown });
}

/** Plain sentences for what the HTTP layer refuses in its own jargon. */
const sentences: Partial<Record<ReturnType<typeof codeOfStatus>, string>> = {
  body_too_large: 'The request body is too large: at most 1 MB is accepted.',
  unsupported_media_type:
    'The request body must be JSON: send it with the header content-type: application/json.',
};

function statusIn(thrown: unknown): number | undefined {
  if (thrown instanceof HttpException) return thrown.getStatus();
  const status =
    isObject(thrown) || thrown instanceof Error
      ? (thrown as { statusCode?: unknown }).statusCode
      : undefined;
  return typeof status === 'number' ? status : undefined;
}

function messageIn(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : 'The request is not valid.';
}
