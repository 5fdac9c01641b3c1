import { WalletStop } from '../errors'
import type { SendHttp } from '../http/wire'
import type { IssuerRun } from '../issuer/run'
import { runAtIssuer } from '../issuer/run-at-issuer'
import { readJws } from '../jose/jws'
import { isObject, type JsonObject, objectMember, readJson, readJsonObject, stringMember } from '../json'
import type { StepReport } from '../run-log'
import { type AuthorizationLink, parseAuthorizationLink } from './authorization-link'
import { readPageLink } from './dc-api/digital-request'
import { responseUriOf } from './request/authorization-request'

/** The formats that this wallet can obtain and present. */
export type PresentableFormat = 'dc+sd-jwt' | 'mso_mdoc'

/** Where to request a credential, and how. */
export interface ObtainOptions {
  /** The origin of the service, such as `https://capture.example`. */
  origin: string
  http: SendHttp
  /** The service's default if absent. */
  format?: PresentableFormat
  /** Epoch milliseconds. */
  clock?: () => number
  onStep?: (step: StepReport) => void
}

/**
 * Obtains a credential from the service that asks for the presentation, in a session that the wallet creates there
 * (`POST /sessions`), for a wallet that holds none yet.
 * @throws WalletStop when the service creates no session or issues no credential of that format
 */
export async function obtainCredential({ origin, http, format, clock, onStep }: ObtainOptions): Promise<IssuerRun> {
  const wanted = format === undefined ? {} : await configurationOf(format, { origin, http })
  const answer = await http({
    method: 'POST',
    url: `${origin}/sessions`,
    headers: [
      ['Content-Type', 'application/json'],
      ['Accept', 'application/json'],
      ['Prefer', 'handling=strict'],
    ],
    body: JSON.stringify(wanted),
  })
  const session = readJsonObject(answer.body)
  const deeplink = stringMember(session, 'deeplink')
  const said = stringMember(session, 'error_description')
  const why = said === null ? '' : `: ${said}`
  if (answer.status === 429)
    throw new WalletStop(
      `The wallet holds no credential, and ${origin} makes no session now: try again later (status 429)${why}`,
    )
  if (answer.status !== 201 || deeplink === null)
    throw new WalletStop(`The wallet holds no credential, and ${origin} makes no session to issue one${why}`)
  const txCode = stringMember(session, 'tx_code')
  return runAtIssuer({
    deeplink,
    http,
    ...(txCode === null ? {} : { txCode }),
    ...(clock === undefined ? {} : { clock }),
    ...(onStep === undefined ? {} : { onStep }),
  })
}

/**
 * The session request members for this format: the first issuer that supports it, with its first such configuration.
 */
async function configurationOf(
  format: PresentableFormat,
  { origin, http }: Pick<ObtainOptions, 'origin' | 'http'>,
): Promise<JsonObject> {
  const read = async (url: string): Promise<unknown> => {
    const { body } = await http({ method: 'GET', url, headers: [['Accept', 'application/json']], body: null })
    return readJson(body)
  }
  const issuers = await read(`${origin}/issuers`)
  for (const issuer of Array.isArray(issuers) ? issuers.filter(isObject) : []) {
    const metadata = await read(stringMember(issuer, 'credential_issuer_metadata') ?? origin)
    const configurations = isObject(metadata) ? objectMember(metadata, 'credential_configurations_supported') : null
    const found = Object.keys(configurations ?? {}).find(
      (id) => stringMember(objectMember(configurations, id), 'format') === format,
    )
    if (found !== undefined) return { issuer_configuration_id: issuer.id, credential_configuration_id: found }
  }
  throw new WalletStop(`The wallet holds no credential, and ${origin} issues none as ${format}`)
}

const claimsOf = (request: Exclude<AuthorizationLink['request'], { kind: 'reference' }>) =>
  request.kind === 'value' ? readJws(request.compact)?.claims : request.claims

/**
 * The origin of the service behind a link: of the request object's URL, the response URL, or the page.
 * @throws WalletStop when the link is not an authorization request or contains no URL
 */
export function originOfRequest(deeplink: string): string {
  const page = readPageLink(deeplink)
  if (page !== null) return page.origin
  const { request } = parseAuthorizationLink(deeplink, true)
  const url = request.kind === 'reference' ? request.url : responseUriOf(claimsOf(request) ?? {})
  if (url === null || !URL.canParse(url)) throw new WalletStop('The link names no address of the verifier')
  return new URL(url).origin
}
