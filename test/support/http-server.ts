import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A local HTTP server on a free port. */
export interface TestServer {
  /** `http://127.0.0.1:PORT`. */
  url: string;
  port: number;
  server: Server;
  /** Ends open connections too. */
  close(): Promise<void>;
}

/** Starts a server that answers with `listener`. */
export async function serve(listener: RequestListener): Promise<TestServer> {
  // No client finds its idle connection closed under its hands, however busy the machine is.
  const server = createServer({ keepAliveTimeout: 60_000 }, listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}`, port, server, close };
}
