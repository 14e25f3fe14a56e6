import {
  Catch,
  HttpException,
  Logger,
  type ArgumentsHost,
  type ExceptionFilter,
} from '@nestjs/common';
import { AppError, toErrorBody } from '../../foundation/errors.js';
import { codeOfStatus, statusOf } from './error-status.js';

/** The part of Fastify's reply that the filter needs. */
interface Reply {
  status(code: number): Reply;
  send(body: unknown): unknown;
}

/** Turns whatever a platform route throws into `{error:{code,message,details}}` with the code's status. */
@Catch()
export class PlatformErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger('platform');

  catch(thrown: unknown, host: ArgumentsHost): void {
    const error = toAppError(thrown);
    const status = error instanceof AppError ? statusOf(error.code) : 500;
    // What the client caused is the client's to read; what we caused belongs into the log, once.
    if (status >= 500) this.logger.error(thrown);
    host.switchToHttp().getResponse<Reply>().status(status).send(toErrorBody(error));
  }
}

function toAppError(thrown: unknown): unknown {
  if (!(thrown instanceof HttpException)) return thrown;
  return new AppError(codeOfStatus(thrown.getStatus()), thrown.message, [], { cause: thrown });
}
