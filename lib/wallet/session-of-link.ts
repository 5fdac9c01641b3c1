import { setTimeout as pause } from 'node:timers/promises'
import { type CommandLine, NoVerdict, oneOf, readPem, UsageError } from './command-line'
import { WalletStop } from './errors'
import { createNodeClient } from './http/node-client'
import type { SendHttp, WireAnswer, WireRequest } from './http/wire'
import { isObject, type JsonObject, readJsonObject, stringMember } from './json'
import { originOfRequest } from './verifier/obtain-credential'

/** Sends a GET request and returns the body of a 200; throws for any other response. */
export type Ask = (method: string, url: string, body: string | null) => Promise<JsonObject>

/** How to reach the records of a service. */
export interface ServiceAddress {
  /** Origin of the service behind the link. */
  readonly origin: string
  readonly http: SendHttp
  /** Sent with each request, for a service that protects its evidence. */
  readonly operatorToken?: string | undefined
}

/** Reads records of a service. Throws NoVerdict if no response comes, or one other than 200. */
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

/** The header field that authorises access to protected records; none without a token. */
export const operatorHeaders = ({ operatorToken }: Pick<ServiceAddress, 'operatorToken'>): [string, string][] =>
  operatorToken === undefined ? [] : [['Authorization', `Bearer ${operatorToken}`]]

/** The URLs of the session behind a link. */
export const findSession = (ask: Ask, origin: string, deeplink: string): Promise<JsonObject> =>
  ask('POST', `${origin}/sessions/find`, JSON.stringify({ deeplink }))

/**
 * The read-back of the session behind a link, using the command line's options. `null` if the service does not return
 * one: it is another issuer or verifier, or it protects its evidence.
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

/** Revokes entries of the wallet unit that a session showed, using the command line's options. Throws NoVerdict. */
export function revokerByCommand(
  deeplink: string,
  line: CommandLine,
  session: JsonObject,
): (list: number) => Promise<JsonObject> {
  const address = addressOf(deeplink, line)
  const url = unitsUrl(`${address.origin}/sessions/${stringMember(session, 'session_id')}`)
  const ask = asker(address, 'that the wallet unit is revoked')
  return (list) => ask('POST', url, JSON.stringify(revocation(list)))
}

/** Where a tester revokes wallet units of a session. */
export const unitsUrl = (sessionUrl: string): string => `${sessionUrl}/laboratory/wallet-units`

/** Revokes what the wallet of the session showed of a list. */
export const revocation = (list: number): JsonObject => ({ list, shown: true, status: 'invalid' })

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

/** The service's verdict on a run as an exit code: 0 passed, 1 failed, 3 no verdict. */
export type VerdictCode = 0 | 1 | 3

interface AwaitOptions extends ServiceAddress {
  readonly deeplink: string
  readonly print: (line: string) => void
  /** The lowest level whose violation fails the run. */
  readonly failOn: 'must' | 'should'
  /** Timeout in milliseconds. */
  readonly timeoutMillis: number
  /** Milliseconds between two polls. */
  readonly intervalMillis?: number
}

/** Final statuses of a presentation session without a verdict. */
const endedOtherwise = ['wallet_error', 'code_received', 'presentation_captured']

/**
 * Polls the service until it has a verdict on the session of a link, and prints what failed.
 *
 * @returns the exit code for a CI job
 * @throws NoVerdict when the service has no session for this link, or does not show it
 */
async function awaitVerdict(options: AwaitOptions): Promise<VerdictCode> {
  const { origin, deeplink, print, failOn, timeoutMillis, intervalMillis = 500 } = options
  const ask = asker(options, 'the verdict')
  const found = await findSession(ask, origin, deeplink)
  const reportUrl = stringMember(found, 'report_url') ?? ''
  const until = Date.now() + timeoutMillis
  for (;;) {
    const report = await ask('GET', reportUrl, null)
    const verdict = stringMember(isObject(report.summary) ? report.summary : null, 'verdict')
    if (verdict === 'pass' || verdict === 'fail') return judged(report, { failOn, print })
    const status = stringMember(isObject(report.session) ? report.session : null, 'status') ?? ''
    if (endedOtherwise.includes(status)) {
      print(`No verdict: the session ended as ${status}: ${stringMember(found, 'inspector_url')}`)
      return 3
    }
    if (Date.now() >= until) {
      print(`No verdict within ${timeoutMillis / 1000} seconds: ${stringMember(found, 'inspector_url')}`)
      return 3
    }
    await pause(intervalMillis)
  }
}

function judged(report: JsonObject, { failOn, print }: Pick<AwaitOptions, 'failOn' | 'print'>): VerdictCode {
  const levels = failOn === 'must' ? ['must'] : ['must', 'should']
  const checks = Array.isArray(report.checks) ? report.checks.filter(isObject) : []
  const failed = checks.filter((check) => check.status === 'fail' && levels.includes(String(check.level)))
  // A title says what holds if the check passes; the problem says what was wrong, with the value.
  for (const { id, level, title, problem } of failed)
    print(`${String(level).toUpperCase()} failed: ${id}  ${problem ?? title}`)
  print(`Verdict: ${failed.length === 0 ? 'passed' : 'failed'}, ${stringMember(report, 'inspector_url')}`)
  return failed.length === 0 ? 0 : 1
}

/**
 * Waits for the verdict, using the command line's options.
 * @throws UsageError
 * @throws NoVerdict
 */
export function verdictByCommand(
  deeplink: string,
  line: CommandLine,
  print: (text: string) => void,
): Promise<VerdictCode> {
  const { timeout = '60' } = line
  if (!/^[1-9]\d{0,3}$/.test(timeout)) throw new UsageError('--timeout is a number of seconds from 1 to 9999.')
  return awaitVerdict({
    ...addressOf(deeplink, line),
    deeplink,
    print,
    failOn: oneOf('fail-on', line['fail-on'], ['must', 'should'] as const) ?? 'must',
    timeoutMillis: Number(timeout) * 1000,
  })
}
