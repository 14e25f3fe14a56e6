import { writeJson } from '../foundation/exact-json.js';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { callerOf } from '../agentapi/caller.js';
import { type Caller, withServices, type Tool, type ToolOf } from '../agenttools/tool.js';
import {
  catchError,
  defer,
  map,
  of,
  scan,
  shareReplay,
  switchMap,
  timer,
  type Observable,
} from 'rxjs';
import type { Backend } from '../agenttools/sources/backend.js';
import {
  staticTools,
  type SourceStatus,
  type ToolSource,
} from '../agenttools/sources/tool-source.js';
import { messageOf } from '../foundation/errors.js';
import { closedObject, isObject, type JsonObject } from '../foundation/json.js';

export interface RouteRequest {
  /** Whose request it is; with `backend.readFor(caller)` their backend is read. */
  caller: Caller;
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string | readonly string[] | undefined>>;
  body: unknown;
}

/** A route without Nest, for plugins that import nothing. It asks for the same token as all others. */
export interface PlainRoute {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** From the server's root, such as `/v1/tickets/:id`. */
  path: string;
  /** Answers what is sent as JSON; what it throws becomes the server's common error. */
  handle(request: RouteRequest): unknown;
}

/** Adds plain routes to the application; to be called before it listens. */
export function addRoutes(app: NestFastifyApplication, routes: readonly PlainRoute[]): void {
  const fastify = app.getHttpAdapter().getInstance();
  for (const route of routes) {
    fastify.route<{
      Params: RouteRequest['params'] & object;
      Querystring: RouteRequest['query'] & object;
    }>({
      method: route.method,
      url: route.path,
      handler: async (request, reply) => {
        const { params, query, body } = request;
        const answer = await route.handle({ caller: callerOf(request), params, query, body });
        // A text would be sent as it is, which is no JSON.
        return reply.type('application/json').send(writeJson(answer ?? null));
      },
    });
  }
}

/** A tool in its shortest form: what it leaves out is as usual. */
export interface PlainTool<Services> extends Omit<
  ToolOf<Services>,
  'inputSchema' | 'examples' | 'groups' | 'effect'
> {
  examples?: readonly string[];
  /** Absent: the id of its source. */
  groups?: readonly string[];
  /** Absent: `propose` where it `proposes` something, else `read`. */
  effect?: ToolOf<Services>['effect'];
  /** Absent: an object of exactly `properties`. */
  inputSchema?: JsonObject;
  properties?: Readonly<Record<string, JsonObject>>;
  required?: readonly string[];
}

type PlainTools<Services> = readonly PlainTool<Services>[];

/** A source for plugins that import nothing; its tools get the plugin's services. */
export interface PlainSource<Services> {
  id: string;
  title?: string;
  backend?: Backend;
  /** Its tools, or a function that finds out which there are. */
  tools: PlainTools<Services> | (() => Promise<PlainTools<Services>> | PlainTools<Services>);
  /** How often such a function is asked again; absent: once. */
  refreshSeconds?: number;
}

/** Completes a plain source. What is no tool at all is left to the catalogue, which refuses it by name. */
export function plainSource<Services>(
  source: PlainSource<Services>,
  services: Services,
): ToolSource {
  const { tools, refreshSeconds, ...facts } = source;
  const complete = (list: PlainTools<Services>) =>
    list.map((tool) => (isObject(tool) ? toolOf(tool, source.id) : tool)) as ToolOf<Services>[];
  if (typeof tools !== 'function')
    return staticTools({ ...facts, tools: complete(tools), services });
  const load = async () => withServices(source.id, complete(await tools()), services);
  const state$ = polled(load, refreshSeconds);
  return {
    ...facts,
    kind: 'static',
    tools$: state$.pipe(map(({ tools: found }) => found)),
    status$: state$.pipe(map(({ status }) => status)),
  };
}

interface Answer {
  tools: readonly Tool[];
  status: SourceStatus;
}

/** What `load` answered last; a failure keeps the tools there were, and says why. */
function polled(load: () => Promise<readonly Tool[]>, seconds?: number): Observable<Answer> {
  const times = seconds === undefined ? timer(0) : timer(0, seconds * 1000);
  const answers = times.pipe(
    switchMap(() =>
      defer(load).pipe(catchError((error: unknown) => of({ failure: messageOf(error) }))),
    ),
  );
  const none: Answer = { tools: [], status: { state: 'loading', detail: 'not read yet' } };
  return answers.pipe(
    scan((before: Answer, answer): Answer => {
      if (!('failure' in answer))
        return { tools: answer, status: { state: 'ok', detail: `${answer.length} tools` } };
      const state = before.tools.length === 0 ? 'down' : 'degraded';
      return { tools: before.tools, status: { state, detail: answer.failure } };
    }, none),
    // Tools and status are read by two, and asked for once.
    shareReplay({ bufferSize: 1, refCount: true }),
  );
}

function toolOf<Services>(
  { properties = {}, required = [], ...tool }: PlainTool<Services>,
  source: string,
): ToolOf<Services> {
  return {
    examples: [],
    groups: [source],
    effect: tool.proposes === undefined ? 'read' : 'propose',
    inputSchema: closedObject(required, properties),
    ...tool,
  };
}
