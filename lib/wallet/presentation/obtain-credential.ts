import { WalletStop } from '../errors'
import type { SendHttp } from '../http/wire'
import type { IssuanceRun } from '../issuance/issuance-run'
import { runIssuance } from '../issuance/run-issuance'
import { readJws } from '../jose/jws'
import { readJsonObject, stringMember } from '../json'
import type { StepReport } from '../run-log'
import { parseAuthorizationLink } from './authorization-link'

/** Where a credential is asked for, and how. */
export interface ObtainOptions {
  /** The origin of the service, such as `https://capture.example`. */
  origin: string
  http: SendHttp
  onStep?: (step: StepReport) => void
}

/**
 * Gets the wallet a credential from the service that asks for a presentation, by a session that it makes there itself
 * (`POST /sessions`). For a wallet that holds none yet.
 *
 * @throws WalletStop when that service makes no session
 */
export async function obtainCredential({ origin, http, onStep }: ObtainOptions): Promise<IssuanceRun> {
  const answer = await http({
    method: 'POST',
    url: `${origin}/sessions`,
    headers: [
      ['Content-Type', 'application/json'],
      ['Accept', 'application/json'],
    ],
    body: '{}',
  })
  const session = readJsonObject(answer.body)
  const deeplink = stringMember(session, 'deeplink')
  if (answer.status !== 201 || deeplink === null)
    throw new WalletStop(`The wallet holds no credential, and ${origin} makes no session to issue one`)
  const txCode = stringMember(session, 'tx_code')
  return runIssuance({
    deeplink,
    http,
    ...(txCode === null ? {} : { txCode }),
    ...(onStep === undefined ? {} : { onStep }),
  })
}

/**
 * The origin of the service behind a link: where the request object is, or where its answer goes.
 *
 * @throws WalletStop when the link is no authorization request or names no address
 */
export function originOfRequest(deeplink: string): string {
  const { request } = parseAuthorizationLink(deeplink)
  const url =
    request.kind === 'reference' ? request.url : stringMember(readJws(request.compact)?.claims, 'response_uri')
  if (url === null || !URL.canParse(url)) throw new WalletStop('The link names no address of the verifier')
  return new URL(url).origin
}
