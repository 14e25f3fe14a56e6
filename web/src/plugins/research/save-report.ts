import { headersOf, problemOf } from '../../api/client.js';
import { saveFile } from '../../ui/save-file.js';

/** Downloads what is at `path`, as the caller of this tab; rejects with an `ApiProblem` when that fails. */
export async function saveReport(path: string, name: string): Promise<void> {
  const response = await fetch(path, { headers: headersOf() });
  if (!response.ok) throw await problemOf(response);
  saveFile(name, await response.blob());
}
