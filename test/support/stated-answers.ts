import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the document is looked into
type Loose = Record<string, any>;

/** A `fetch` that holds every JSON answer, and every event of a stream, against the server's own document. */
export async function fetchAsStated(url: string, headers: Record<string, string> = {}) {
  const document = (await (await fetch(`${url}/openapi.json`, { headers })).json()) as Loose;
  const ajv = addFormats.default(new Ajv({ strict: false, allErrors: true }));
  const compile = (schema: object): ValidateFunction =>
    ajv.compile({ ...schema, components: document['components'] as unknown });
  const compiled = new Map<object, ValidateFunction>();
  const wrongs: string[] = [];
  const held = new Set<string>();

  const hold = (where: string, schema: object, value: unknown): void => {
    const validate = compiled.get(schema) ?? compile(schema);
    compiled.set(schema, validate);
    held.add(where);
    if (!validate(value)) wrongs.push(`${where}: ${ajv.errorsText(validate.errors)}`);
  };

  const holdEvents = (where: string, events: Loose, text: string): void => {
    for (const [, name = '', data = ''] of text.matchAll(/^event: (.+)\ndata: (.+)$/gm)) {
      const schema = events[name] as object | undefined;
      if (schema !== undefined) hold(`${where} ${name}`, schema, JSON.parse(data));
    }
  };

  const ask: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    const path = new URL(input instanceof Request ? input.url : String(input)).pathname;
    const method = (init?.method ?? 'GET').toLowerCase();
    const stated = operationAt(document['paths'] as Loose, path, method);
    const answer = stated?.operation['responses'][String(response.status)] as Loose | undefined;
    if (stated === undefined || answer === undefined) return response;
    const where = `${method} ${stated.path}`;
    const schema = answer['content']?.['application/json']?.schema as object | undefined;
    if (schema) hold(where, schema, await response.clone().json());
    const events = answer['x-events'] as Loose | undefined;
    if (events === undefined || response.body === null) return response;
    const decoder = new TextDecoder();
    let rest = '';
    const watched = new TransformStream<Uint8Array, Uint8Array>({
      transform: (bytes, controller) => {
        const text = rest + decoder.decode(bytes, { stream: true });
        const end = text.lastIndexOf('\n\n') + 2;
        rest = end < 2 ? text : text.slice(end);
        if (end >= 2) holdEvents(where, events, text.slice(0, end));
        controller.enqueue(bytes);
      },
    });
    return new Response(response.body.pipeThrough(watched), response);
  };
  return { ask, wrongs, held };
}

function operationAt(paths: Loose, path: string, method: string) {
  for (const [pattern, operations] of Object.entries(paths)) {
    const parts = pattern.split('/');
    const given = path.split('/');
    const fits =
      parts.length === given.length &&
      parts.every((part, at) => part.startsWith('{') || part === given[at]);
    const operation = (operations as Loose)[method] as Loose | undefined;
    if (fits && operation !== undefined) return { path: pattern, operation };
  }
  return undefined;
}
