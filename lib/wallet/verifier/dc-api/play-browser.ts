import { WalletStop } from '../../errors'
import type { HeaderList } from '../../http/wire'
import { isObject, type JsonObject } from '../../json'
import { aroundStep, requireJson, requireSuccess, sendStep } from '../../step'
import { endRun, type Run } from '../run'
import type { VerifierRun } from '../verifier-run'
import { answerIn, type OutcomeInRun } from './answer-browser-request'
import { browserProtocols, type PageLink } from './digital-request'

/**
 * The wallet acts as the user's browser here, and identifies itself. It leaves out what only a browser can vouch for
 * (`Origin`, `Sec-Fetch-Site`), so that nobody mistakes it for one.
 */
const browser: HeaderList = [['User-Agent', 'Mozilla/5.0 (browser of wallet-capture-reference-wallet)']]

/**
 * Answers a page's request like its browser and the wallet behind it: gets the request like the page, takes the page's
 * origin like the platform, and posts the result like the page.
 * @param protocol - of the entry to answer; null for the first that the wallet knows
 * @throws WalletStop, Refused
 */
export async function playBrowser(run: Run, page: PageLink, protocol: string | null): Promise<VerifierRun> {
  const digital = await fetchRequest(run, page)
  await aroundStep(run, 'browser_started', () => post(run, page, 'browser_started', { outcome: 'started' }, 0))
  const from = run.clock()
  const outcome = await answerIn(run, { digital, origin: page.origin, protocol, page })
  // Its response is wrong because of the settings alone.
  if (run.misbehaviour?.byProfile === 'response') run.misbehaving = true
  if (outcome.userMillis > 0) await run.wait(outcome.userMillis)
  const elapsed = Math.max(run.clock() - from, outcome.userMillis)
  await aroundStep(run, 'browser_result', () => post(run, page, 'browser_result', resultOf(outcome), elapsed))
  return endOf(run, outcome)
}

async function fetchRequest(run: Run, { requestUrl }: PageLink): Promise<JsonObject> {
  const answer = await aroundStep(run, 'browser_request', () =>
    sendStep(run, {
      step: 'browser_request',
      method: 'GET',
      url: requestUrl,
      isPlainAllowed: run.profile.verification === 'none',
      headers: [['Accept', 'application/json'], ...browser],
      learned: () => 'the request for the browser',
    }),
  )
  const { digital } = requireJson('browser_request', answer)
  if (!isObject(digital)) throw new WalletStop('The page got nothing that it could hand to a browser')
  return digital
}

/** What the page reports to its verifier. */
function resultOf(outcome: OutcomeInRun): JsonObject {
  if ('refusal' in outcome) {
    const message = 'The user did not agree, or no wallet fits.'
    return { outcome: 'error', error: { name: outcome.refusal, message, code: 0 } }
  }
  const { protocol, data } = outcome
  return { outcome: 'answer', protocol, data }
}

async function post(
  run: Run,
  { resultUrl, origin }: PageLink,
  step: 'browser_started' | 'browser_result',
  result: JsonObject,
  elapsedMillis: number,
): Promise<void> {
  const allows = Object.fromEntries(browserProtocols.map((known) => [known, true]))
  const answer = await sendStep(run, {
    step,
    method: 'POST',
    url: resultUrl,
    isPlainAllowed: run.profile.verification === 'none',
    headers: [['Content-Type', 'application/json'], ['Accept', 'application/json'], ...browser],
    body: JSON.stringify({ ...result, page: { origin, elapsed_ms: elapsedMillis, allows } }),
    learned: () => (step === 'browser_started' ? '' : 'that the verifier took the result'),
  })
  if (step === 'browser_result' && run.profile.takesAnyResponse) return
  requireSuccess(step, answer)
}

function endOf(run: Run, outcome: OutcomeInRun): VerifierRun {
  if ('refusal' in outcome) {
    const { refusal, reason } = outcome
    return endRun(run, 'declined', { declined: { error: refusal, description: reason }, reason })
  }
  const { declined, presented } = outcome
  if (declined === null) return endRun(run, 'presented', { presented })
  return endRun(run, 'declined', { declined, reason: `${declined.error}: ${declined.description}` })
}
