import type { Rival } from '../overhead/load.js';

/** What some chats took; the processor times are of a chat, in ms. */
export interface Load {
  perSecond: number;
  firstByteMs: number[];
  serversMs: number;
  postgresMs: number;
  clientMs: number;
}

/** Chats with a tool call and an answer of 20 pieces. */
export interface Plan {
  chats: number;
  atOnce: number;
  /** Between the pieces of an answer. */
  paceMs: number;
}

/** Processor time so far in ms: of the servers, of PostgreSQL and of this process. */
export async function costsOf(servers: readonly Rival[], postgresCost: () => number) {
  const used = await Promise.all(servers.map((server) => server.usage()));
  const own = process.cpuUsage();
  return {
    servers: used.reduce((sum, { cpuUs }) => sum + cpuUs, 0) / 1000,
    postgres: postgresCost(),
    client: (own.user + own.system) / 1000,
  };
}

/** Plays the plan on the servers in turn, as a plain balancer would; `postgresCost` reads its time so far. */
export async function loadOn(
  servers: readonly Rival[],
  postgresCost: () => number,
  { chats, atOnce, paceMs }: Plan,
): Promise<Load> {
  const before = await costsOf(servers, postgresCost);
  const start = performance.now();
  const firstByteMs: number[] = [];
  let asked = 0;
  const one = async () => {
    while (asked < chats) {
      const server = servers[asked % servers.length]!;
      asked += 1;
      firstByteMs.push((await server.ask({ chunks: 20, call: true, paceMs }, 0)).firstByteMs);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  const seconds = (performance.now() - start) / 1000;
  const after = await costsOf(servers, postgresCost);
  return {
    perSecond: chats / seconds,
    firstByteMs,
    serversMs: (after.servers - before.servers) / chats,
    postgresMs: (after.postgres - before.postgres) / chats,
    clientMs: (after.client - before.client) / chats,
  };
}
