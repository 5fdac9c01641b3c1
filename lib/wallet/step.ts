import { Refused, WalletStop } from './errors'
import { headerValue, mediaType, requireWebUrl, type WireAnswer, type WireRequest } from './http/wire'
import { readJsonObject, stringMember } from './json'
import { applyPatch, patchContext } from './misbehaviours/apply'
import type { Run } from './run'
import type { StepName, StepRequest, WalletExchange } from './run-log'

/**
 * Sends one request of the flow and records it. Retries once with a new proof of possession if the response demands it.
 * Returns any other response unchanged.
 * @param made - the request, or what makes it; called again for each retry, so that it authenticates the client again
 * @throws WalletStop when no answer came
 */
export async function sendStep<Facts, Profile>(
  run: Run<Facts, Profile>,
  made: StepRequest | (() => Promise<StepRequest>),
): Promise<WireAnswer> {
  const make = typeof made === 'function' ? made : async () => made
  let request = await make()
  let answer = await sendOnce(run, request, false)
  for (let retry = 0; retry < run.maxRetries && run.proofs?.demandsAnother(request, answer) === true; retry += 1) {
    request = await make()
    answer = await sendOnce(run, request, false)
  }
  const onward = run.misbehaviour?.followsRedirect === request.step ? redirected(request, answer) : null
  if (onward === null) return answer
  run.misbehaving = true
  return sendOnce(run, onward, false)
}

/** The request that follows a redirect; null if the response is not a redirect (RFC9110-15.4). */
function redirected(request: StepRequest, { status, headers }: WireAnswer): StepRequest | null {
  const location = headerValue(headers, 'Location')
  if (status < 300 || status > 399 || location === null || !URL.canParse(location, request.url)) return null
  const url = new URL(location, request.url).href
  if (status === 307 || status === 308) return { ...request, url }
  const { body: _, ...bodyless } = request
  return { ...bodyless, method: 'GET', url }
}

/** Runs a step, with the misbehaviour's probe before or after it, or its repetition. */
export async function aroundStep<T, Facts, Profile>(
  run: Run<Facts, Profile>,
  step: StepName,
  act: () => Promise<T>,
): Promise<T> {
  await probe(run, step, 'before')
  const result = await actWithRepetition(run, step, act)
  await probe(run, step, 'after')
  return result
}

/** Returns a successful response. @throws Refused for any other */
export function requireSuccess(step: StepName, answer: WireAnswer): WireAnswer {
  if (answer.status >= 200 && answer.status < 300) return answer
  const body = readJsonObject(answer.body)
  throw new Refused(step, {
    status: answer.status,
    error: stringMember(body, 'error'),
    error_description: stringMember(body, 'error_description'),
    error_uri: stringMember(body, 'error_uri'),
  })
}

/**
 * The JSON object of a successful response.
 * @throws Refused when it is no success, WalletStop when it is not a JSON object of type `application/json`
 */
export function requireJson(step: StepName, answer: WireAnswer) {
  requireSuccess(step, answer)
  if (mediaType(answer.headers) !== 'application/json')
    throw new WalletStop(`The ${step} response is not application/json`)
  const body = readJsonObject(answer.body)
  if (body === null) throw new WalletStop(`The ${step} response is not a JSON object`)
  return body
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof Refused)) throw error
}

async function actWithRepetition<T, Facts, Profile>(
  run: Run<Facts, Profile>,
  step: StepName,
  act: () => Promise<T>,
): Promise<T> {
  const repeat = run.misbehaviour?.repeat?.step === step ? run.misbehaviour.repeat.after : null
  const again = (): Promise<T> => {
    run.misbehaving = true
    return act()
  }
  try {
    const result = await act()
    if (repeat === 'accepted') await again().catch(ignoreRefusal)
    return result
  } catch (error) {
    if (repeat === 'refused' && error instanceof Refused) return await again()
    throw error
  }
}

async function probe<Facts, Profile>(
  run: Run<Facts, Profile>,
  step: StepName,
  when: 'before' | 'after',
): Promise<void> {
  const found = run.misbehaviour?.probe
  if (found === undefined || found.at !== step || found.when !== when) return
  run.misbehaving = true
  await sendOnce(run, found.request(patchContext(run, step)), true)
}

async function sendOnce<Facts, Profile>(
  run: Run<Facts, Profile>,
  request: StepRequest,
  isProbe: boolean,
): Promise<WireAnswer> {
  const { step } = request
  if (!isProbe && run.misbehaviour?.byProfile === step) run.misbehaving = true
  const target = applyPatch(run, step, run.misbehaviour?.patchTarget, {
    method: request.method,
    url: request.isPlainAllowed ? request.url : requireWebUrl(request.url, `The ${step} address`),
  })
  const wire: WireRequest = { ...target, headers: [...(request.headers ?? [])], body: request.body ?? null }
  if (run.userAgent !== null && headerValue(wire.headers, 'User-Agent') === null)
    wire.headers.push(['User-Agent', run.userAgent])
  run.proofs?.add(request, target, wire.headers)
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
    misbehaved: run.misbehaving,
  }
  run.misbehaving = false
  try {
    const answer = await run.send(wire)
    Object.assign(exchange, { status: answer.status, answerHeaders: answer.headers, answerBody: answer.body })
    run.proofs?.learn(request, answer)
    return answer
  } catch (error) {
    throw new WalletStop(
      `No response to the ${step} request: ${error instanceof Error ? error.message : 'unknown error'}`,
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

function tell({ learned }: StepRequest, { status, answerHeaders, answerBody, probe }: WalletExchange): string {
  if (status === null) return 'no response'
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
