import { AppError } from '../../../../foundation/errors.js';
import { notConnected } from '../connect/call-failures.js';

/** Nothing was sent: the user has to sign in at the server first. Both the model and people read it. */
export class SignInNeeded extends AppError {
  constructor(source: string, why = 'this user is not signed in there') {
    const advice = `the user can sign in on the page, under Sources, with “Sign in to ${source}” (POST /v1/agent/sources/${source}/sign-in), and then ask again`;
    const { code, message, cause } = notConnected(source, `${why}; ${advice}`);
    super(code, message, [], { cause });
  }
}
