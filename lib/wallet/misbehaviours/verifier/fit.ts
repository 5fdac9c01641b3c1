import { WalletStop } from '../../errors'
import { isObject, type JsonObject, objectMember, readJsonObject } from '../../json'
import type { StepName } from '../../run-log'
import type { AuthorizationLink } from '../../verifier/authorization-link'
import type { Run } from '../../verifier/run'
import { covers } from '../misbehaviour'
import {
  formatNeeded,
  formatsShowing,
  type PresentationMisbehaviour,
  type PresentationNeeds,
  sessionRequestOf,
} from './misbehaviour'

/** Known facts about the session behind a link. */
export interface SessionFacts {
  request: AuthorizationLink['request']
  /** `null` until the request has been read. */
  responseMode: 'direct_post' | 'direct_post.jwt' | null
}

/** Whether the misbehaviour can show in a session at all, as far as the link and the request tell. */
export function fits({ needs = {} }: PresentationMisbehaviour, { request, responseMode }: SessionFacts): boolean {
  if (needsBrowser(needs)) return false
  const { method, delivery = method === undefined ? undefined : 'by_reference' } = needs
  if (delivery !== undefined && delivery !== (request.kind === 'reference' ? 'by_reference' : 'by_value')) return false
  if (method !== undefined && request.kind === 'reference' && request.method !== method) return false
  return needs.responseMode === undefined || responseMode === null || needs.responseMode === responseMode
}

/** Known facts about a session whose request a browser carries. */
export interface BrowserSessionFacts {
  /** The protocols of its entries. */
  offered: readonly string[]
  responseMode: SessionFacts['responseMode']
}

/** Like `fits`, for a session whose request a browser carries. */
export function fitsBrowser(one: PresentationMisbehaviour, { offered, responseMode }: BrowserSessionFacts): boolean {
  const { needs = {} } = one
  const { dc_api_protocols: protocols } = needs.sessionOptions ?? {}
  return (
    isPartOfBrowser(one) &&
    // A misbehaviour that names protocols concerns their responses.
    (protocols === undefined
      ? offered.some((protocol) => protocol !== 'org-iso-mdoc') || !isOfOpenId(one)
      : covers(offered, protocols)) &&
    (needs.responseMode === undefined || responseMode === null || needs.responseMode === responseMode)
  )
}

/** Whether it shows only if a browser carries the request. */
export const needsBrowser = ({ sessionOptions }: PresentationNeeds): boolean =>
  sessionOptions?.presentation_channel === 'dc_api'

/** Hooks in parts that a response with `org-iso-mdoc` lacks. */
const ofOpenId = ['patchVpToken', 'patchResponse', 'patchEncryption'] as const

const isOfOpenId = (one: PresentationMisbehaviour): boolean =>
  one.needs?.openId === true || ofOpenId.some((hook) => one[hook] !== undefined)

/** Hooks in parts that do not exist with a browser. */
const ofOthers = ['patchWalletMetadata', 'patchForm', 'patchIdToken', 'followsRedirect', 'skip'] as const

/** Hooks in a single request of a run, by step. */
const ofSteps = ['patchTarget', 'patchRequest', 'probe', 'repeat'] as const

/** Whether the part that a misbehaviour changes exists when a browser carries request and response. */
function isPartOfBrowser(one: PresentationMisbehaviour): boolean {
  const { needs = {}, byProfile } = one
  const { profile, channel, method, delivery, sessionOptions } = needs
  if (channel === 'url' || method !== undefined || delivery !== undefined) return false
  if (ofOthers.some((hook) => one[hook] !== undefined)) return false
  // A denial only tells the page that there is no response.
  if (profile?.consent === 'denied' && profile.browserDenial === undefined) return false
  if (sessionOptions?.return_redirect_uri !== undefined || sessionOptions?.response_type !== undefined) return false
  const steps: (StepName | undefined)[] = ofSteps.map((hook) => stepOf(one[hook]))
  if (byProfile !== 'response') steps.push(byProfile)
  return steps.every((step) => step === undefined || step.startsWith('browser_'))
}

const stepOf = (hook: { at: StepName } | { step: StepName } | undefined): StepName | undefined =>
  hook === undefined ? undefined : 'at' in hook ? hook.at : hook.step

/**
 * Whether the misbehaviour can show, judged by the session's read-back (`GET /openid4vp/sessions/{id}`), which also
 * contains what the request does not show. A session that asks for more than the misbehaviour needs can show it too.
 */
export function fitsSession(one: PresentationMisbehaviour, session: JsonObject): boolean {
  const { needs = {} } = one
  const { method, delivery = method === undefined ? undefined : 'by_reference', responseMode } = needs
  const { dcql_query, transaction_data, presentation_request, response_type, ...options } = needs.sessionOptions ?? {}
  const settings = settingsOf(session)
  // A negative test may have changed the request; misbehaviours refer to the original one.
  const asked = objectMember(settings, 'request_before_test') ?? objectMember(session, 'authorization_request')
  return (
    (needs.runs ?? 1) === 1 &&
    (settings?.presentation_channel !== 'dc_api' || isPartOfBrowser(one)) &&
    (method === undefined || method === session.request_uri_method) &&
    (delivery === undefined || delivery === session.request_delivery) &&
    (responseMode === undefined || responseMode === session.response_mode) &&
    (response_type === undefined || response_type === session.response_type) &&
    covers(settings, options) &&
    (presentation_request === undefined || covers(asked, presentation_request)) &&
    (transaction_data === undefined || covers(transactionsIn(asked), transactionsNeeded(transaction_data))) &&
    (dcql_query === undefined || coversQuery(one, objectMember(asked, 'dcql_query'), dcql_query))
  )
}

/** The options of a session, including its default protocols. */
function settingsOf(session: JsonObject): JsonObject | null {
  const settings = objectMember(session, 'options')
  const entries = objectMember(session, 'dc_api')?.entries
  if (settings === null || !Array.isArray(entries)) return settings
  return { ...settings, dc_api_protocols: entries.filter(isObject).map(({ protocol }) => protocol ?? null) }
}

/**
 * Whether a wallet that holds credentials of these formats presents one that the misbehaviour affects, judged by the
 * same read-back. A query may leave the choice of a format, and a wallet takes the first option that it can satisfy.
 */
export function presentsMisbehaviour(
  one: PresentationMisbehaviour,
  session: JsonObject,
  held: readonly string[],
): boolean {
  const formats = formatsShowing(one)
  const asked = objectMember(objectMember(session, 'options'), 'request_before_test')
  const query = objectMember(asked ?? objectMember(session, 'authorization_request'), 'dcql_query')
  if (formats.length === 0 || query === null) return true
  return formatsChosen(query, held).some((chosen) => formats.some((format) => format === chosen))
}

function formatsChosen({ credentials, credential_sets: sets }: JsonObject, held: readonly string[]): string[] {
  const entries = Array.isArray(credentials) ? credentials.filter(isObject) : []
  const formatOf = (id: unknown): string => String(entries.find((entry) => entry.id === id)?.format)
  const choices: unknown[] = Array.isArray(sets)
    ? sets.filter(isObject).map(({ options }) => options)
    : entries.map(({ id }) => [[id]])
  return choices.flatMap((options) => {
    const formats = (Array.isArray(options) ? options : []).map((ids) => (Array.isArray(ids) ? ids.map(formatOf) : []))
    return formats.find((option) => option.every((format) => held.includes(format))) ?? []
  })
}

function coversQuery(one: PresentationMisbehaviour, asked: JsonObject | null, needed: unknown): boolean {
  // How a device signs an mdoc, or a browser passes it on, does not depend on what was requested.
  const ofDevice = one.patchDeviceProof !== undefined || one.patchDeviceResponse !== undefined
  if (ofDevice || needsBrowser(one.needs ?? {}))
    return covers(asked, { credentials: [{ format: formatNeeded(one.needs ?? {}) }] })
  // Only credential sets refer to the id of an entry.
  const named = JSON.stringify(needed).includes('_sets"')
  return covers(asked, named ? needed : withoutIds(needed))
}

/** The credentials that a query asks for, without ids. Asking for no claims differs from asking for some. */
function withoutIds(query: unknown): unknown {
  const credentials = isObject(query) && Array.isArray(query.credentials) ? query.credentials.filter(isObject) : []
  return { credentials: credentials.map(({ id: _, ...entry }) => ({ ...entry, claims: entry.claims })) }
}

/** The transaction data that a misbehaviour needs, ignoring amounts and payees. */
const transactionsNeeded = (entries: unknown): unknown[] =>
  (Array.isArray(entries) ? entries.filter(isObject) : []).map(({ credential_ids, transaction_data_hashes_alg }) => ({
    credential_ids: Array.isArray(credential_ids) ? credential_ids.length : 0,
    ...(transaction_data_hashes_alg === undefined ? {} : { transaction_data_hashes_alg }),
  }))

/** The transaction data of a request, likewise (OID4VP-1FINAL-5.1). */
function transactionsIn(asked: JsonObject | null): JsonObject[] {
  const entries = Array.isArray(asked?.transaction_data) ? asked.transaction_data : []
  return entries.flatMap((entry) => {
    const read = readJsonObject(Buffer.from(String(entry), 'base64url').toString())
    const ids = read?.credential_ids
    return read === null ? [] : [{ ...read, credential_ids: Array.isArray(ids) ? ids.length : 0 }]
  })
}

/** What to do so that the misbehaviour shows, in one sentence. */
export function fittingSession({ needs = {} }: PresentationMisbehaviour): string {
  const body = sessionRequestOf(needs)
  const session = Object.keys(body).length === 0 ? 'a session as it is made without a body' : JSON.stringify(body)
  const often = needs.runs === undefined ? '' : `, and ${needs.runs} runs in one process`
  return `this misbehaviour needs a session of another kind (POST /openid4vp/sessions): ${session}${often}`
}

/**
 * Stops if the misbehaviour could not show in this session, because the wallet would then look correct.
 * @throws WalletStop
 */
export function requireFit({ misbehaviour, facts }: Run): void {
  if (misbehaviour === null || facts.browser === null) return
  const { replyTo, browser } = facts
  const responseMode = replyTo === null ? null : replyTo.recipient === null ? 'direct_post' : 'direct_post.jwt'
  if (!fitsBrowser(misbehaviour, { offered: browser.offered, responseMode }))
    throw new WalletStop(fittingSession(misbehaviour))
}
