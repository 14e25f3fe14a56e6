/** One thing that a client can read, as lists name it. */
export interface ListedResource {
  uri: string;
  name: string;
  title: string;
  description: string;
  mimeType: string;
}

/** What users keep here that MCP clients may read: their own documents and the shared ones, and parts of them. */
export interface McpResources {
  list(userId: string, from: number, limit: number): Promise<ListedResource[]>;
  /** The forms of addresses that can be read beside those of the list. */
  templates: readonly { uriTemplate: string; name: string; description: string }[];
  /** Rejects with `not_found` what is nothing of this user's. */
  read(userId: string, uri: string): Promise<{ mimeType: string; text: string }>;
}
