import { defined } from '../../src/foundation/defined.js';
/** An answer of the server: status and parsed body, `undefined` when there is none. */
export interface ApiAnswer {
  status: number;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into whatever was answered
  body: any;
}

/** Calls a route of a running server with a JSON body, as the user of `token`. */
export async function call(
  url: string,
  request: `${'GET' | 'POST' | 'PUT' | 'DELETE'} ${string}`,
  body?: unknown,
  token?: string,
): Promise<ApiAnswer> {
  const [method = '', path = ''] = request.split(' ');
  const response = await fetch(`${url}${path}`, {
    method,
    headers: defined({
      authorization: token === undefined ? undefined : `Bearer ${token}`,
      'content-type': body === undefined ? undefined : 'application/json',
    }),
    ...defined({ body: body === undefined ? undefined : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
}
