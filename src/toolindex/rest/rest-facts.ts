/** What a request may want of a thing; each HTTP method does one of them. */
export type RestAction = 'read' | 'create' | 'change' | 'remove';

/** What method and path tell of an operation of a REST API. */
export interface RestFacts {
  action: RestAction;
  /** The literal parts of the path: operations on one resource share them. */
  resource: string;
  /** How many identifiers the path takes. */
  ids: number;
}

const ACTIONS: Readonly<Record<string, RestAction>> = {
  GET: 'read',
  HEAD: 'read',
  POST: 'create',
  PUT: 'change',
  PATCH: 'change',
  DELETE: 'remove',
};

/** The facts of an operation; undefined for other methods and for what has no path. */
export function restFacts(operation: { method?: string; path?: string }): RestFacts | undefined {
  const { method = '', path } = operation;
  const action = ACTIONS[method.toUpperCase()];
  if (action === undefined || path === undefined) return undefined;
  const parts = path.split('/').filter((part) => part !== '');
  const literal = parts.filter((part) => !part.includes('{'));
  return { action, resource: literal.join('/'), ids: parts.length - literal.length };
}
