import { headersOf, problemOf } from '../../api/client.js';

/** Downloads what is at `path`, as the caller of this tab; rejects with an `ApiProblem` when that fails. */
export async function saveFile(path: string, name: string): Promise<void> {
  const response = await fetch(path, { headers: headersOf() });
  if (!response.ok) throw await problemOf(response);
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
