import { parseUrl } from './parse-url.js';
import type { Environment } from './settings-reader.js';

/** Names of variables that hold a secret, or a list of them. */
const SECRET_NAME = /(KEY|SECRET|TOKENS?|PASSWORD|HEADERS)$/;

/**
 * The secrets in the settings, so that logs and messages can hide them: what the names say, and the
 * passwords in addresses. By name and not by setting, so that no new key can be forgotten.
 */
export function secretsIn(env: Environment): string[] {
  return Object.entries(env).flatMap(([name, value]) => {
    const text = value?.trim() ?? '';
    if (text === '') return [];
    return [...passwordIn(text), ...(SECRET_NAME.test(name) ? [text, ...piecesOf(text)] : [])];
  });
}

/** The values of `name:token,…` and `name=value,…`. */
function piecesOf(text: string): string[] {
  return text.split(',').flatMap((part) => {
    const value = /^[^:=]*[:=](.+)$/s.exec(part.trim())?.[1];
    return value === undefined ? [] : [value];
  });
}

/** The password in an address, as it is written and as it is meant. */
function passwordIn(text: string): string[] {
  const password = parseUrl(text)?.password ?? '';
  if (password === '') return [];
  try {
    return [password, decodeURIComponent(password)];
  } catch {
    return [password];
  }
}
