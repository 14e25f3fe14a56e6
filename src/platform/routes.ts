import { IsOptional, IsString, MaxLength } from 'class-validator';
import { PageLimit, PageOffset } from '../agentapi/page-query.js';
import type { ReadClient } from '../agenttools/sources/clients.js';
import { AppError, invalidRequest } from '../foundation/errors.js';
import type { JsonObject } from '../foundation/json.js';
import { refusalStatus } from '../agenttools/sources/backend-client.js';

const SEARCH_MESSAGE = 'search must be a text of at most 255 characters';

/** The query of a list of the ERP's; `offset` is a multiple of `limit`, because the ERP has pages. */
export class LibraryQuery {
  @IsOptional()
  @IsString({ message: SEARCH_MESSAGE })
  @MaxLength(255, { message: SEARCH_MESSAGE })
  search?: string;

  @PageLimit(500)
  limit: number = 50;

  @PageOffset('offset must be a whole number from 0', 'offset must be at most 1000000')
  offset: number = 0;
}

/** One page of a list of the ERP's, as the caller may see it. */
export async function listPage(
  read: ReadClient,
  route: readonly string[],
  { search, limit, offset }: LibraryQuery,
): Promise<{ items: JsonObject[]; total: number }> {
  if (offset % limit !== 0) throw offPage(limit);
  const query = { search, rows: limit, page: offset / limit + 1 };
  const { items, total } = await read.get<{ items: JsonObject[]; total: number }>(route, query);
  return { items, total };
}

function offPage(limit: number): AppError {
  const message = `offset must be a multiple of limit (${limit})`;
  return invalidRequest(`The request is not valid: ${message}.`, [{ path: 'offset', message }]);
}

/** Does `work`; what the platform finds wrong with a body becomes the code that says so, with its details. */
export async function findingsAs<T>(
  code: 'invalid_rule' | 'invalid_config',
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const status = refusalStatus(error);
    if (!(error instanceof AppError) || (status !== 400 && status !== 422)) throw error;
    throw new AppError(code, error.message, error.details, { cause: error });
  }
}
