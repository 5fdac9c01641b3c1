import { type CommandLine, NoVerdict, readPem } from './command-line'
import { WalletStop } from './errors'
import { createNodeClient } from './http/node-client'
import type { SendHttp, WireAnswer, WireRequest } from './http/wire'
import { type JsonObject, readJsonObject, stringMember } from './json'
import { originOfRequest } from './verifier/obtain-credential'

/** Sends a GET request and returns the body of a 200; throws for any other answer. */
export type Ask = (method: string, url: string, body: string | null) => Promise<JsonObject>

/** How to reach the records of a service. */
export interface ServiceAddress {
  /** Origin of the service behind the link. */
  readonly origin: string
  readonly http: SendHttp
  /** Sent with each request, for a service that protects its evidence. */
  readonly operatorToken?: string | undefined
}

/** Reads records of a service. Throws NoVerdict where no answer comes, and for any other than 200. */
export function asker({ origin, http, operatorToken }: ServiceAddress, what: string): Ask {
  const headers: [string, string][] = [['Accept', 'application/json'], ...operatorHeaders({ operatorToken })]
  return async (method, url, body) => {
    const untold = (why: string | number) => new NoVerdict(`${origin} does not tell ${what}: ${why}`)
    const request: WireRequest = {
      method,
      url,
      headers: body === null ? headers : [...headers, ['Content-Type', 'application/json']],
      body,
    }
    const answer: WireAnswer = await http(request).catch((error: Error) => {
      throw untold(error.message)
    })
    const read = readJsonObject(answer.body)
    if (answer.status !== 200) throw untold(stringMember(read, 'error_description') ?? answer.status)
    return read ?? {}
  }
}

/** The header field that opens the records of a service that protects them; none without a token. */
export const operatorHeaders = ({ operatorToken }: Pick<ServiceAddress, 'operatorToken'>): [string, string][] =>
  operatorToken === undefined ? [] : [['Authorization', `Bearer ${operatorToken}`]]

/** The URLs of the session behind a link. */
export const findSession = (ask: Ask, origin: string, deeplink: string): Promise<JsonObject> =>
  ask('POST', `${origin}/sessions/find`, JSON.stringify({ deeplink }))

/**
 * The read-back of the session behind a link, with the options of the command line. `null` when the service does not
 * return one: it is another issuer or verifier, or it protects its evidence.
 */
export async function sessionByCommand(deeplink: string, line: CommandLine): Promise<JsonObject | null> {
  try {
    const address = addressOf(deeplink, line)
    const ask = asker(address, 'what this session is')
    const url = stringMember(await findSession(ask, address.origin, deeplink), 'session_url')
    return url === null ? null : await ask('GET', url, null)
  } catch {
    // Only a warning depends on this. The run itself reports a wrong link or an unreachable service.
    return null
  }
}

/**
 * The service behind a link of either kind.
 *
 * @throws NoVerdict when the link contains no URL, UsageError when `--ca` names no file
 */
export function addressOf(deeplink: string, line: CommandLine): ServiceAddress {
  return {
    origin: originOfLink(deeplink),
    http: createNodeClient(line.ca === undefined ? {} : { ca: [readPem(line.ca)] }),
    operatorToken: line['operator-token'],
  }
}

function originOfLink(deeplink: string): string {
  const parameters = new URLSearchParams(/\?([^#]*)/.exec(deeplink)?.[1] ?? '')
  const [uri, offer] = [parameters.get('credential_offer_uri'), parameters.get('credential_offer')]
  if (uri === null && offer === null) return originOfVerifier(deeplink)
  const issuer = uri ?? stringMember(readJsonObject(offer ?? ''), 'credential_issuer')
  if (issuer === null || !URL.canParse(issuer)) throw new NoVerdict('The link names no address of the issuer')
  return new URL(issuer).origin
}

function originOfVerifier(deeplink: string): string {
  try {
    return originOfRequest(deeplink)
  } catch (error) {
    throw error instanceof WalletStop ? new NoVerdict(error.message) : error
  }
}
