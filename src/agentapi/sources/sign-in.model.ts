import { IsOptional, IsString, MaxLength, MinLength } from 'class-validator';

/** The body of `POST /v1/agent/sources/:id/sign-in`: none of its own. */
export class StartSignInBody {}

/** The body of `POST /v1/agent/sources/:id/sign-in/finish`: what the authorization server answered. */
export class FinishSignInBody {
  @IsString({ message: 'state must be the text that came back' })
  @MinLength(1, { message: 'state must be the text that came back' })
  @MaxLength(200, { message: 'state must be the text that came back' })
  state!: string;

  @IsOptional()
  @IsString({ message: 'code must be the text that came back' })
  @MaxLength(4096, { message: 'code must be the text that came back' })
  code?: string;

  @IsOptional()
  @IsString({ message: 'iss must be the text that came back' })
  @MaxLength(2048, { message: 'iss must be the text that came back' })
  iss?: string;

  @IsOptional()
  @IsString({ message: 'error must be the text that came back' })
  @MaxLength(200, { message: 'error must be the text that came back' })
  error?: string;
}
