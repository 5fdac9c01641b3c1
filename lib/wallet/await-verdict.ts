import { setTimeout as pause } from 'node:timers/promises'
import { type CommandLine, oneOf, UsageError } from './command-line'
import { isObject, type JsonObject, stringMember } from './json'
import { addressOf, asker, findSession, type ServiceAddress } from './session-of-link'

/** How the service judged a run, as an exit code: 0 passed, 1 failed, 3 no verdict. */
export type VerdictCode = 0 | 1 | 3

interface AwaitOptions extends ServiceAddress {
  readonly deeplink: string
  readonly print: (line: string) => void
  /** The lowest level whose violation fails the run. */
  readonly failOn: 'must' | 'should'
  /** Milliseconds before it gives up. */
  readonly timeoutMillis: number
  /** Milliseconds between two polls. */
  readonly intervalMillis?: number
}

/** How a presentation session ends without a verdict: nothing that comes later would give it one. */
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
  // A title says what is true when the check passes; the problem says what was wrong, with the value.
  for (const { id, level, title, problem } of failed)
    print(`${String(level).toUpperCase()} failed: ${id}  ${problem ?? title}`)
  print(`Verdict: ${failed.length === 0 ? 'passed' : 'failed'}, ${stringMember(report, 'inspector_url')}`)
  return failed.length === 0 ? 0 : 1
}

/**
 * Waits for the verdict with the options of the command line.
 *
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
