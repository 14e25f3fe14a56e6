import { FAKE_KEY, type FakeApi, type FakeReply, type FakeRequest } from '../fake-api.js';

/** A service of legal research that can be faked. */
export interface LegalFake extends FakeApi {
  /** Answered instead, one a request, before anything else is looked at. */
  readonly instead: FakeReply[];
}

/** What one service does. */
export interface LegalFakeSpec {
  /** Also the beginning of its variables, in capital letters. */
  name: string;
  method: 'GET' | 'POST';
  path: RegExp;
  errorBody: (status: number, message: string) => unknown;
  answer: (request: FakeRequest) => FakeReply;
}

/** A fake of one route, as strict as its `answer`. */
export function legalFake({ name, method, path, errorBody, answer }: LegalFakeSpec): LegalFake {
  const instead: FakeReply[] = [];
  const prefix = name.toUpperCase();
  return {
    name,
    errorBody,
    instead,
    env: (url) => ({ [`${prefix}_BASE_URL`]: url, [`${prefix}_API_KEY`]: FAKE_KEY }),
    routes: [{ method, path, answer: (request) => instead.shift() ?? answer(request) }],
  };
}

/** The parameters of a request. */
export function parametersOf({ path }: FakeRequest): Record<string, string> {
  return Object.fromEntries(new URL(path, 'http://fake').searchParams);
}

/** The parameters that are not among these: a real service would ignore them, and a client mean something by them. */
export function othersIn(parameters: object, known: readonly string[]): string {
  return Object.keys(parameters)
    .filter((name) => !known.includes(name))
    .join();
}
