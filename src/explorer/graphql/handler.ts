import { GraphQLError, NoSchemaIntrospectionCustomRule, parse, specifiedRules } from 'graphql';
import { execute, validate } from 'graphql';
import { createHandler } from 'graphql-http';
import { AppError, messageOf } from '../../foundation/errors.js';
import type { Logger } from '../../foundation/logger.js';
import { checkQuery, queryLimits } from './query-limits.js';
import { createRoot, type GraphSource, schema } from './schema.js';

/** A GraphQL request's body as text to status, headers and body of the answer. */
export type AnswerGraphql = ReturnType<typeof createGraphqlHandler>;

type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>;

/**
 * Answers GraphQL over HTTP. A query is measured before it is validated or run, so that a hostile one costs
 * next to nothing. Errors of the query are told; those of the explorer are logged and told without their text.
 */
export function createGraphqlHandler(source: GraphSource, logger: Logger) {
  const rootValue = createRoot(source);
  const rules = [...specifiedRules, NoSchemaIntrospectionCustomRule];
  const handle = createHandler({
    schema,
    formatError: (error) => toClientError(error, logger),
    onSubscribe: (_request, { query, operationName, variables }) => {
      const variableValues = variables ?? {};
      try {
        const document = parse(query, { maxTokens: queryLimits.tokens });
        checkQuery(document, variableValues, schema);
        const problems = validate(schema, document, rules, { maxErrors: 10 });
        if (problems.length > 0) return problems;
        return {
          schema,
          document,
          rootValue,
          variableValues,
          operationName: operationName ?? null,
        };
      } catch (error) {
        if (error instanceof GraphQLError) return [error];
        throw error;
      }
    },
    execute,
  });
  return async (body: string, headers: RequestHeaders) => {
    const request = { method: 'POST', url: '/graphql', raw: undefined, context: undefined };
    const [text, init] = await handle({ ...request, headers: { ...headers }, body });
    const { 'content-type': type, ...others } = init.headers ?? {};
    const answered = { ...others, 'content-type': type ?? 'application/json; charset=utf-8' };
    return { status: init.status, headers: answered, body: text ?? bareRefusal(init.statusText) };
  };
}

/** What was refused before it was read: another type of content, or none of those that can be answered. */
function bareRefusal(reason: string): string {
  const message = `${reason}: ask with content-type application/json, and take JSON.`;
  return JSON.stringify({ errors: [{ message }] });
}

/** Errors that say what is wrong with the request pass; anything else is the explorer's own business. */
function toClientError(error: Readonly<Error>, logger: Logger): Error {
  if (!(error instanceof GraphQLError)) return new Error(`${error.message}.`);
  const cause = error.originalError;
  if (cause === undefined || cause === null || cause instanceof GraphQLError) return error;
  const { path } = error;
  if (cause instanceof AppError && cause.code === 'explorer_unavailable') {
    return new GraphQLError(cause.message, { path, extensions: { code: 'UNAVAILABLE' } });
  }
  logger.error({ err: cause, path }, `a query failed: ${messageOf(cause)}`);
  const message = 'Something failed inside the explorer; its log has the reason.';
  return new GraphQLError(message, { path, extensions: { code: 'INTERNAL' } });
}
