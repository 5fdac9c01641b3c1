import 'server-only'
import type { RunRequest } from '@/components/start/session-fields'
import { dcApiProtocols } from '@/lib/core/shared/ports/dc-api'
import { isObject, type Json, type JsonObject } from '@/lib/core/shared/values/json'
import type { PresentationSessionView } from '@/lib/core/verifier/evidence/verifier-types'
import { dcApiProtocolsDefault } from '@/lib/core/verifier/read/session/dc-api-options'
import { shared } from '@/lib/server/pages/shared'
import { checkIdOf } from '@/lib/wallet/misbehaviours/misbehaviour'
import { fitsBrowser, needsBrowser } from '@/lib/wallet/misbehaviours/verifier/fit'
import {
  formatsShowing,
  type PresentationMisbehaviour,
  sessionRequestOf,
} from '@/lib/wallet/misbehaviours/verifier/misbehaviour'
import { hasCheck } from './findings'
import type { MisbehaviourChoice } from './misbehaviours'

/**
 * False for a misbehaviour that no check notices yet, because a run with it would look clean, and for one that needs
 * several runs.
 */
const isOffered = (one: PresentationMisbehaviour): boolean => (one.needs?.runs ?? 1) === 1 && hasCheck(checkIdOf(one))

const offered = (): PresentationMisbehaviour[] => shared().misbehaviours.presentation.filter(isOffered)

const toChoice = ({ id, title }: PresentationMisbehaviour): MisbehaviourChoice => ({ id, title, issuer: null })

/** Every misbehaviour that one presentation can show, in flow order; a session is created for it. */
export const allVerifierMisbehaviours = (): MisbehaviourChoice[] => offered().map(toChoice)

type Asked = Pick<
  PresentationSessionView,
  'request_uri_method' | 'request_delivery' | 'response_mode' | 'response_type' | 'authorization_request' | 'options'
>

/** What decides whether a misbehaviour can show in a session. */
interface Question {
  readonly method: Json
  readonly delivery: Json
  readonly responseMode: Json
  readonly responseType: Json
  readonly query: Json | undefined
  readonly negativeTest: Json
  /** The protocols that a browser is handed; `null` where a link brings the request. */
  readonly protocols: readonly string[] | null
}

/** The same of the members of a session request, or of the options that a session keeps of them. */
const protocolsIn = (members: Readonly<Record<string, unknown>>): Question['protocols'] => {
  const { presentation_channel: channel, dc_api_protocols: named } = members
  if (channel !== 'dc_api') return null
  return Array.isArray(named) ? named.map(String) : dcApiProtocolsDefault
}

/** The misbehaviours that can show in this session: those that work with its request. */
export function verifierMisbehavioursFor(session: Asked): MisbehaviourChoice[] {
  const { options, authorization_request } = session
  // A refusal test may have changed the query; a misbehaviour is written for the unchanged one.
  const before = isObject(options.request_before_test) ? options.request_before_test : authorization_request
  const question: Question = {
    // By value nothing is fetched, whatever the session says.
    method: session.request_delivery === 'by_value' ? 'get' : session.request_uri_method,
    delivery: session.request_delivery,
    responseMode: session.response_mode,
    responseType: session.response_type,
    query: before.dcql_query as Json | undefined,
    negativeTest: typeof options.negative_test === 'string' ? options.negative_test : null,
    protocols: protocolsIn(options),
  }
  return offered()
    .filter((one) => showsIn(one, question))
    .map(toChoice)
}

/** The same for a session request that has not been sent yet. */
const questionOf = (body: JsonObject): Question => ({
  method: body.request_uri_method ?? 'get',
  delivery: body.request_delivery ?? 'by_reference',
  responseMode: body.response_mode ?? 'direct_post.jwt',
  responseType: body.response_type ?? 'vp_token',
  query: body.dcql_query,
  negativeTest: body.negative_test ?? null,
  protocols: protocolsIn(body),
})

function showsIn(one: PresentationMisbehaviour, question: Question): boolean {
  const { needs = {} } = one
  const { sessionOptions = {} } = needs
  const { negative_test: test = null, response_type: type = 'vp_token', dcql_query: query } = sessionOptions
  // A wallet that must refuse shows no other misbehaviour, and one that should fall for a test needs that test.
  if (question.negativeTest !== test || question.responseType !== type) return false
  const anyQuery = query === undefined || needsBrowser(needs) || ofDevice.some((patch) => one[patch] !== undefined)
  if (anyQuery ? !isOfFormat(one, question.query) : JSON.stringify(query) !== JSON.stringify(question.query))
    return false
  // Whether other members are as needed is unknown.
  return Object.keys(sessionOptions).every((name) => known.includes(name)) && isDelivered(one, question)
}

/** What a question tells of a session request. */
const known = ['dcql_query', 'negative_test', 'response_type', 'presentation_channel', 'dc_api_protocols']

/** A test brings the delivery that it needs; everything else has the usual default. */
function isDelivered(one: PresentationMisbehaviour, asked: Question): boolean {
  const { needs = {} } = one
  const { method = 'get', delivery = 'by_reference', responseMode = 'direct_post.jwt', sessionOptions } = needs
  const isTest = sessionOptions?.negative_test !== undefined
  const isEncryptedAlike = responseMode === asked.responseMode
  if (asked.protocols !== null) {
    const offered = isTest ? dcApiProtocols : asked.protocols
    return fitsBrowser(one, { offered, responseMode: null }) && (isTest || isEncryptedAlike)
  }
  return isTest || (!needsBrowser(needs) && method === asked.method && delivery === asked.delivery && isEncryptedAlike)
}

/** How a device signs an mdoc does not depend on what is requested. */
const ofDevice = ['patchDeviceProof', 'patchDeviceResponse'] as const

/** False for a misbehaviour in a format that is not requested. The default is an SD-JWT VC. */
function isOfFormat(one: PresentationMisbehaviour, query: Json | undefined): boolean {
  const credentials = isObject(query) && Array.isArray(query.credentials) ? query.credentials : null
  const asks = (format: string) =>
    credentials === null
      ? format === 'dc+sd-jwt'
      : credentials.some((entry) => isObject(entry) && entry.format === format)
  const showing = formatsShowing(one)
  return showing.length === 0 || showing.some(asks)
}

/** The wallets that fall for a refusal test, by the id of the test. */
const carelessByTest = (): ReadonlyMap<unknown, PresentationMisbehaviour> =>
  new Map(
    offered().flatMap((one) => {
      const test = one.needs?.sessionOptions?.negative_test
      return test === undefined ? [] : [[test, one] as const]
    }),
  )

/** What such a wallet does wrong, by the id of the test; omits tests without such a wallet. */
export const carelessWallets = (): Record<string, string> =>
  Object.fromEntries([...carelessByTest()].map(([test, { title }]) => [String(test), title]))

/**
 * Members that a misbehaviour keeps of a request that it cannot show in: the session's lifetime, and what its page
 * shows.
 */
const kept = ['expires_in', 'reveal_claims'] as const

/** The session request of a run and its misbehaviour, or why they cannot go together. */
type VerifierRun =
  | { readonly refused?: undefined; readonly body: Record<string, unknown>; readonly misbehaviour: string | null }
  | { readonly refused: string }

/**
 * The session request and the misbehaviour for a run that a form asks for. A misbehaviour runs with what is asked for
 * if it can show there, else with the request that it needs; where a refusal test was chosen, it is not left out in
 * silence, and a request through a browser never becomes a link. `null` when no misbehaviour has this id, and when no wallet falls for the test.
 */
export function presentationRun(run: RunRequest, asked: JsonObject): VerifierRun | null {
  if (run.careless) {
    const careless = carelessByTest().get(asked.negative_test)
    return careless === undefined ? null : { body: asked, misbehaviour: careless.id }
  }
  if (run.misbehaviour === null) return { body: asked, misbehaviour: null }
  const misbehaviour = shared().misbehaviours.presentation.find(({ id }) => id === run.misbehaviour)
  if (misbehaviour === undefined) return null
  if (showsIn(misbehaviour, questionOf(asked))) return { body: asked, misbehaviour: misbehaviour.id }
  const test = asked.negative_test
  if (typeof test === 'string')
    return {
      refused: `The refusal test ${test} and the misbehaviour ${misbehaviour.id} cannot show in one run. Run the good or the careless wallet, or choose "nothing, a correct request" under Refusal tests.`,
    }
  const needed = sessionRequestOf(misbehaviour.needs ?? {})
  if (asked.presentation_channel === 'dc_api' && needed.presentation_channel !== 'dc_api')
    return {
      refused: `The misbehaviour ${misbehaviour.id} cannot show in this request through the browser. Ask by link, or choose another misbehaviour or request.`,
    }
  const keeps = kept.flatMap((name) => {
    const value = asked[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return {
    body: { ...Object.fromEntries(keeps), ...needed },
    misbehaviour: misbehaviour.id,
  }
}
