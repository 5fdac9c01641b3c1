import type { ConformanceEntry } from '@/lib/core/engine/evidence/session-view'
import type { ClaimsPath, CredentialQuery } from '@/lib/core/shared/dcql/dcql-query'
import { readDcqlQuery } from '@/lib/core/shared/dcql/read-dcql-query'
import { isObject, type JsonObject } from '@/lib/core/shared/values/json'
import { askedQuery, pathWords } from '@/lib/core/verifier/evidence/verifier-title'
import type { InspectedPresentation } from './flows/verifier-exchanges'

/**
 * State of a claim. `disclosed`: requested and present. `clear`: requested, and left in clear text by the issuer.
 * `missing`: requested but absent. `parent`: not requested, but an ancestor of a requested claim. `unrequested`:
 * neither.
 */
export type ClaimStanding = 'disclosed' | 'clear' | 'missing' | 'parent' | 'unrequested'

/** A claim that was requested, disclosed, or both. */
export interface ClaimRow {
  readonly name: string
  readonly standing: ClaimStanding
  /** Stored value; `null` if there is none, or several. */
  readonly value: unknown
}

/** One presented credential and the query it answers. */
export interface PresentedResult {
  readonly queryId: string
  /** From 0. */
  readonly index: number
  readonly claims: readonly ClaimRow[]
  /** `null` if not verified. */
  readonly signatureValid: boolean | null
  readonly holderProven: boolean | null
  readonly issuerTrusted: boolean | null
  /** False if unreadable. */
  readonly read: boolean
  /** Decoded content, redacted; `null` if nothing was decoded. */
  readonly decoded: JsonObject | null
  /** Transaction data compared with what the wallet returned for it; `null` if there is none. */
  readonly transactions: JsonObject | null
  /** Failures and warnings about this credential. */
  readonly findings: readonly ConformanceEntry[]
}

/** A credential query and its answers. */
export interface QueryResult {
  readonly query: CredentialQuery | null
  readonly queryId: string
  readonly presented: readonly PresentedResult[]
}

interface Disclosure {
  /** `null` if unknown. */
  readonly path: readonly (string | number)[] | null
  readonly name: string
  readonly value: unknown
}

/** Requested credentials with their presentations, in query order; presentations that match no query come last. */
export function presentationResults(
  session: Pick<InspectedPresentation, 'authorization_request' | 'options' | 'observed' | 'checks'>,
): QueryResult[] {
  const { observed, checks } = session
  const { credentials } = readDcqlQuery(askedQuery(session))
  const idOf = (presentation: JsonObject) => String(presentation.query_id ?? '')
  const ids = [...new Set([...credentials.map(({ id }) => id), ...observed.presentations.map(idOf)])]
  return ids.map((queryId) => {
    const query = credentials.find(({ id }) => id === queryId) ?? null
    return {
      query,
      queryId,
      presented: observed.presentations
        .filter((presentation) => idOf(presentation) === queryId)
        .map((presentation) => presentedResult(presentation, query, checks.conformance)),
    }
  })
}

function presentedResult(
  presentation: JsonObject,
  query: CredentialQuery | null,
  conformance: readonly ConformanceEntry[],
): PresentedResult {
  const queryId = String(presentation.query_id ?? '')
  const index = typeof presentation.index === 'number' ? presentation.index : 0
  const decoded = isJsonObject(presentation.decoded) ? presentation.decoded : null
  const answer = (value: unknown) => (typeof value === 'boolean' ? value : null)
  return {
    queryId,
    index,
    claims: decoded === null ? [] : claimRows(query?.claims?.map(({ path }) => path) ?? [], decoded),
    signatureValid: answer(presentation.signature_valid),
    holderProven: answer(presentation.holder_binding_verified),
    issuerTrusted: answer(presentation.issuer_trusted),
    read: presentation.read === true,
    decoded,
    transactions: isJsonObject(presentation.transaction_data) ? presentation.transaction_data : null,
    findings: conformance
      .filter(
        ({ subject, status }) =>
          subject?.query_id === queryId && subject.index === index && (status === 'fail' || status === 'warn'),
      )
      .sort(worstFirst),
  }
}

const isJsonObject = (value: unknown): value is JsonObject => isObject(value)

/** Orders findings, worst first. */
const worstFirst = (a: ConformanceEntry, b: ConformanceEntry): number =>
  Number(b.status === 'fail') - Number(a.status === 'fail')

/** Requested claims in query order, then everything else that was disclosed. */
export function claimRows(requested: readonly ClaimsPath[], decoded: JsonObject): ClaimRow[] {
  const disclosures = disclosuresOf(decoded)
  const clear = isObject(decoded.claims) ? decoded.claims : {}
  const asked = requested.map((path): ClaimRow => {
    const found = disclosures.filter((one) => one.path !== null && isWithin(one.path, path))
    const name = pathWords(path)
    const [only] = found
    if (only !== undefined) return { name, standing: 'disclosed', value: found.length === 1 ? only.value : null }
    const [first] = path
    const inClear = typeof first === 'string' && first !== '_sd' && Object.hasOwn(clear, first)
    return { name, standing: inClear && isShown(clear, path) ? 'clear' : 'missing', value: null }
  })
  const beside = disclosures
    .filter(({ path }) => path === null || !requested.some((wanted) => isWithin(path, wanted)))
    .map(({ path, name, value }): ClaimRow => {
      const isParent = path !== null && requested.some((wanted) => wanted.length > path.length && leadsTo(path, wanted))
      return { name: path === null ? name : pathWords(path), standing: isParent ? 'parent' : 'unrequested', value }
    })
  return [...asked, ...beside]
}

function disclosuresOf({ format, documents, disclosures }: JsonObject): Disclosure[] {
  if (format === 'mso_mdoc') return documentsOf({ documents: documents ?? null }).flatMap(elementsOf)
  if (!Array.isArray(disclosures)) return []
  return disclosures.filter(isJsonObject).map(({ path, name, value }) => ({
    path: Array.isArray(path) ? path.filter((step) => typeof step === 'string' || typeof step === 'number') : null,
    name: typeof name === 'string' ? name : placeUnknown,
    value,
  }))
}

/** Documents of a decoded mdoc. */
export const documentsOf = ({ documents }: JsonObject): JsonObject[] =>
  Array.isArray(documents) ? documents.filter(isJsonObject) : []

/** Elements of a document by namespace and name, in order. */
export function elementsByName({ elements }: JsonObject): JsonObject {
  const namespaces = new Map<string, (readonly [name: string, facts: JsonObject])[]>()
  for (const { namespace, element, ...facts } of Array.isArray(elements) ? elements.filter(isJsonObject) : []) {
    const named = namespaces.get(nameOf(namespace)) ?? []
    named.push([nameOf(element), facts])
    namespaces.set(nameOf(namespace), named)
  }
  return Object.fromEntries([...namespaces].map(([namespace, named]) => [namespace, byName(named)]))
}

/** Disclosures of an SD-JWT by claim path, in order. RFC9901-4.2 */
export function disclosuresByName({ disclosures }: JsonObject): JsonObject {
  const listed = Array.isArray(disclosures) ? disclosures.filter(isJsonObject) : []
  return byName(listed.map((one) => [disclosureName(one), one]))
}

function disclosureName({ path, name }: JsonObject): string {
  const steps = Array.isArray(path) ? path.filter((step) => typeof step === 'string' || typeof step === 'number') : []
  if (steps.length > 0) return pathWords(steps)
  return typeof name === 'string' ? name : placeUnknown
}

/** Numbers repeated names, because a wallet may wrongly send a claim twice. */
function byName(entries: readonly (readonly [name: string, facts: JsonObject])[]): JsonObject {
  const times = new Map<string, number>()
  const named = new Map<string, JsonObject>()
  for (const [name, facts] of entries) {
    let time = (times.get(name) ?? 0) + 1
    while (named.has(counted(name, time))) time += 1
    times.set(name, time)
    named.set(counted(name, time), facts)
  }
  return Object.fromEntries(named)
}

const counted = (name: string, time: number): string => (time === 1 ? name : `${name} (${time})`)

const placeUnknown = '(place unknown)'
const nameOf = (value: unknown): string => (typeof value === 'string' ? value : '(unnamed)')

/** In an mdoc, a claim is an element of a namespace. OID4VP-1FINAL-7.2 */
function elementsOf({ elements }: JsonObject): Disclosure[] {
  const listed = Array.isArray(elements) ? elements.filter(isJsonObject) : []
  return listed.map(({ namespace, element, value }) => ({
    path: [String(namespace), String(element)],
    name: String(element),
    value,
  }))
}

/** Whether a query's path segment selects a credential's; `null` selects every element. OID4VP-1FINAL-7.1 */
const selects = (wanted: string | number | null | undefined, step: string | number): boolean =>
  wanted === null ? typeof step === 'number' : wanted === step

/** True for what a path selects, and for anything inside it. */
const isWithin = (path: readonly (string | number)[], wanted: ClaimsPath): boolean =>
  path.length >= wanted.length && wanted.every((step, index) => selects(step, path[index] ?? ''))

/** True for an ancestor of what a path selects. */
const leadsTo = (path: readonly (string | number)[], wanted: ClaimsPath): boolean =>
  path.every((step, index) => selects(wanted[index], step))

/** True if a path leads through clear-text claims only. Redacted values there are our own objects. */
function isShown(clear: Readonly<Record<string, unknown>>, path: ClaimsPath): boolean {
  let here: unknown = clear
  for (const step of path) {
    if (isObject(here) && here.redacted === true) return true
    if (!isObject(here) || typeof step !== 'string' || !Object.hasOwn(here, step)) return false
    here = here[step]
  }
  return true
}
