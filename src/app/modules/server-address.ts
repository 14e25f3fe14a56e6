/** Where the server listens, e.g. `http://127.0.0.1:3000`; known once it does. */
export class ServerAddress {
  url = '';
}
