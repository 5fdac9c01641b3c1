import { setTimeout as pause } from 'node:timers/promises'
import { type CommandLine, oneOf, readPem, UsageError } from './command-line'
import { createNodeClient } from './http/node-client'
import type { SendHttp } from './http/wire'
import { isObject, type JsonObject, readJsonObject, stringMember } from './json'
import { originOfRequest } from './presentation/obtain-credential'

/** How the service judged a run, as an exit code: 0 passed, 1 failed, 3 no verdict in time. */
export type VerdictCode = 0 | 1 | 3

interface AwaitOptions {
  /** Origin of the service that the link leads to. */
  readonly origin: string
  readonly deeplink: string
  readonly http: SendHttp
  readonly print: (line: string) => void
  /** Sent with each request, for a service that protects its evidence. */
  readonly operatorToken?: string | undefined
  /** The lowest level whose violation fails the run. */
  readonly failOn: 'must' | 'should'
  /** Milliseconds until it gives up. */
  readonly timeoutMillis: number
  /** Milliseconds between two questions. */
  readonly intervalMillis?: number
}

/**
 * Waits until the service has a verdict on the session of a link, and prints what failed.
 *
 * @returns the exit code that a CI decides by
 * @throws UsageError when the service has no session by this link, or does not tell
 */
async function awaitVerdict(options: AwaitOptions): Promise<VerdictCode> {
  const { origin, deeplink, http, print, failOn, timeoutMillis, intervalMillis = 500, operatorToken } = options
  const headers: [string, string][] = [
    ['Accept', 'application/json'],
    ...(operatorToken === undefined ? [] : ([['Authorization', `Bearer ${operatorToken}`]] as [string, string][])),
  ]
  const ask = async (method: string, url: string, body: string | null): Promise<JsonObject> => {
    const answer = await http({
      method,
      url,
      headers: body === null ? headers : [...headers, ['Content-Type', 'application/json']],
      body,
    })
    const read = readJsonObject(answer.body)
    if (answer.status !== 200)
      throw new UsageError(
        `${origin} does not tell the verdict: ${stringMember(read, 'error_description') ?? answer.status}`,
      )
    return read ?? {}
  }
  const found = await ask('POST', `${origin}/sessions/find`, JSON.stringify({ deeplink }))
  const reportUrl = stringMember(found, 'report_url') ?? ''
  const until = Date.now() + timeoutMillis
  for (;;) {
    const report = await ask('GET', reportUrl, null)
    const verdict = stringMember(isObject(report.summary) ? report.summary : null, 'verdict')
    if (verdict === 'pass' || verdict === 'fail') return judged(report, { failOn, print })
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
  // A title says what holds when a check passes; the problem says what was wrong, with the value.
  for (const { id, level, title, problem } of failed)
    print(`${String(level).toUpperCase()} failed: ${id}  ${problem ?? title}`)
  print(`Verdict: ${failed.length === 0 ? 'passed' : 'failed'}, ${stringMember(report, 'inspector_url')}`)
  return failed.length === 0 ? 0 : 1
}

/**
 * Waits for the verdict as the command line says.
 *
 * @throws UsageError
 */
export function verdictByCommand(
  deeplink: string,
  line: CommandLine,
  print: (text: string) => void,
): Promise<VerdictCode> {
  const { timeout = '60' } = line
  if (!/^[1-9]\d{0,3}$/.test(timeout)) throw new UsageError('--timeout is a number of seconds from 1 to 9999.')
  return awaitVerdict({
    origin: originOfLink(deeplink),
    deeplink,
    http: createNodeClient(line.ca === undefined ? {} : { ca: [readPem(line.ca)] }),
    print,
    operatorToken: line['operator-token'],
    failOn: oneOf('fail-on', line['fail-on'], ['must', 'should'] as const) ?? 'must',
    timeoutMillis: Number(timeout) * 1000,
  })
}

/** The origin of the service behind a link of either kind. */
function originOfLink(deeplink: string): string {
  const parameters = new URLSearchParams(/\?([^#]*)/.exec(deeplink)?.[1] ?? '')
  const offer = readJsonObject(parameters.get('credential_offer') ?? '')
  const issuer = parameters.get('credential_offer_uri') ?? stringMember(offer, 'credential_issuer')
  if (issuer === null) return originOfRequest(deeplink)
  if (!URL.canParse(issuer)) throw new UsageError('The link names no address of the issuer.')
  return new URL(issuer).origin
}
