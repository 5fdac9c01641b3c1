import { IssuerRefusal, WalletStop } from './errors'
import { headerValue, headerValues, mediaType, setHeader, type WireAnswer, type WireRequest } from './http/wire'
import { dpopProof } from './issuance/dpop'
import { requireWebUrl } from './issuance/metadata/identifiers'
import { readJsonObject, stringMember } from './json'
import { applyPatch, patchContext } from './misbehaviours/apply'
import type { Run } from './run'
import type { StepName } from './step-name'
import type { StepRequest } from './step-request'
import type { WalletExchange } from './wallet-run'

/** RFC 9110 section 10.1.5: a client names itself. */
const userAgent = 'wallet-capture-reference-wallet/1.0'

/**
 * Sends one request of the flow and records it. A demand for a DPoP nonce is met once, with the nonce and a new
 * proof (RFC9449-8, RFC9449-9). Any other answer is given back as it is.
 *
 * @throws WalletStop when no answer came
 */
export async function sendStep(run: Run, request: StepRequest): Promise<WireAnswer> {
  let answer = await sendOnce(run, request, false)
  for (let retry = 0; retry < run.maxRetries && request.dpop !== undefined && demandsDpopNonce(answer); retry += 1) {
    answer = await sendOnce(run, request, false)
  }
  return answer
}

/** Runs a step with what the misbehaviour puts around it: a probe before or after, or a repetition. */
export async function aroundStep<T>(run: Run, step: StepName, act: () => Promise<T>): Promise<T> {
  await probe(run, step, 'before')
  const result = await actWithRepetition(run, step, act)
  await probe(run, step, 'after')
  return result
}

/**
 * The refusal that an answer stands for. Gives the answer back when it is a success.
 *
 * @throws IssuerRefusal
 */
export function requireSuccess(step: StepName, answer: WireAnswer): WireAnswer {
  if (answer.status >= 200 && answer.status < 300) return answer
  const body = readJsonObject(answer.body)
  throw new IssuerRefusal(step, {
    status: answer.status,
    error: stringMember(body, 'error'),
    error_description: stringMember(body, 'error_description'),
    error_uri: stringMember(body, 'error_uri'),
  })
}

/**
 * The JSON object of a successful answer.
 *
 * @throws IssuerRefusal when it is none, WalletStop when it is not a JSON object under `application/json`
 */
export function requireJson(step: StepName, answer: WireAnswer) {
  requireSuccess(step, answer)
  if (mediaType(answer.headers) !== 'application/json')
    throw new WalletStop(`The ${step} answer is not application/json`)
  const body = readJsonObject(answer.body)
  if (body === null) throw new WalletStop(`The ${step} answer is not a JSON object`)
  return body
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof IssuerRefusal)) throw error
}

async function actWithRepetition<T>(run: Run, step: StepName, act: () => Promise<T>): Promise<T> {
  const repeat = run.misbehaviour?.repeat?.step === step ? run.misbehaviour.repeat.after : null
  const again = (): Promise<T> => {
    run.deviating = true
    return act()
  }
  try {
    const result = await act()
    if (repeat === 'accepted') await again().catch(ignoreRefusal)
    return result
  } catch (error) {
    if (repeat === 'refused' && error instanceof IssuerRefusal) return await again()
    throw error
  }
}

async function probe(run: Run, step: StepName, when: 'before' | 'after'): Promise<void> {
  const found = run.misbehaviour?.probe
  if (found === undefined || found.at !== step || found.when !== when) return
  run.deviating = true
  await sendOnce(run, found.request(patchContext(run, step)), true)
}

async function sendOnce(run: Run, request: StepRequest, isProbe: boolean): Promise<WireAnswer> {
  const { step } = request
  if (!isProbe && run.misbehaviour?.byProfile === step) run.deviating = true
  const target = applyPatch(run, step, run.misbehaviour?.patchTarget, {
    method: request.method,
    url: requireWebUrl(request.url, `The ${step} address`),
  })
  const wire: WireRequest = { ...target, headers: [...(request.headers ?? [])], body: request.body ?? null }
  if (headerValue(wire.headers, 'User-Agent') === null) wire.headers.push(['User-Agent', userAgent])
  if (request.dpop !== undefined) setHeader(wire.headers, 'DPoP', dpopProof(run, step, target, request.dpop))
  applyPatch(run, step, isProbe ? undefined : run.misbehaviour?.patchRequest, wire)

  const at = run.clock()
  const exchange: WalletExchange = {
    step,
    at,
    ...wire,
    status: null,
    answerHeaders: [],
    answerBody: '',
    durationMillis: 0,
    probe: isProbe,
    misbehaved: run.deviating,
  }
  run.deviating = false
  try {
    const answer = await run.send(wire)
    Object.assign(exchange, { status: answer.status, answerHeaders: answer.headers, answerBody: answer.body })
    if (request.dpop !== undefined || step === 'nonce') adoptDpopNonce(run, request, answer)
    return answer
  } catch (error) {
    throw new WalletStop(
      `No answer to the ${step} request: ${error instanceof Error ? error.message : 'unknown error'}`,
    )
  } finally {
    exchange.durationMillis = run.clock() - at
    run.log.push(exchange)
    run.onStep({
      step,
      method: wire.method,
      path: pathOf(wire.url),
      status: exchange.status,
      misbehaved: exchange.misbehaved,
      learned: tell(request, exchange),
    })
  }
}

/** RFC9449-8.2: the newest nonce of a server is used at that server; the nonce endpoint gives one of the resource server. */
function adoptDpopNonce(run: Run, { step, dpop }: StepRequest, answer: WireAnswer): void {
  const [nonce, ...more] = headerValues(answer.headers, 'DPoP-Nonce')
  if (nonce === undefined || more.length > 0) return
  run.facts.dpopNonces[step === 'nonce' ? 'rs' : (dpop?.role ?? 'as')] = nonce
}

function demandsDpopNonce(answer: WireAnswer): boolean {
  if (headerValue(answer.headers, 'DPoP-Nonce') === null) return false
  if (answer.status === 400) return readJsonObject(answer.body)?.error === 'use_dpop_nonce'
  return (
    answer.status === 401 &&
    headerValues(answer.headers, 'WWW-Authenticate').some((value) => /^dpop\b.*error="?use_dpop_nonce"?/i.test(value))
  )
}

function tell({ learned }: StepRequest, { status, answerHeaders, answerBody, probe }: WalletExchange): string {
  if (status === null) return 'no answer'
  if (status >= 300 && status < 400) return 'a redirect'
  if (status < 200 || status >= 300) return readError(answerBody)
  return probe || learned === undefined ? '' : learned({ status, headers: answerHeaders, body: answerBody })
}

function readError(body: string): string {
  const error = readJsonObject(body)
  return [stringMember(error, 'error'), stringMember(error, 'error_description')]
    .filter((part) => part !== null)
    .join(': ')
}

function pathOf(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname : url
}
