import { request } from 'node:http';

/** An answer as it came. */
export interface RawAnswer {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  text: string;
}

/** Sends what `fetch` would tidy up: the path letter by letter, and a header several times. */
export async function rawRequest(
  url: string,
  method: string,
  path: string,
  headers: Record<string, string | string[]> = {},
  body = '',
): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('error', reject).on('end', () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      });
    });
    sent.on('error', reject).end(body);
  });
}
