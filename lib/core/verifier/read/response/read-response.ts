import type { RequestContext } from '../../../engine/endpoints/request-context'
import type { CredentialQuery } from '../../../shared/dcql/dcql-query'
import type { QueryMatch } from '../../../shared/dcql/dcql-reading'
import { credentialFormat } from '../../../shared/formats'
import { holderKeyOf, type PresentationReading } from '../../../shared/formats/reading-of-presentation'
import { formDecode } from '../../../shared/http/read-form'
import type { PresentationSession } from '../../../shared/ports/store-types'
import { whatForm } from '../../../shared/recognise/what-form'
import { textInBase64, toBase64url } from '../../../shared/values/base64url'
import { isObject, type Json } from '../../../shared/values/json'
import { expectsRefusal } from '../../deviations'
import { trustFacts } from '../../deviations/deviation-facts'
import { type VerifierHistory, verifierHistory } from '../../history/verifier-history'
import type { OpenedAnnexC } from '../annex-c/read-annex-c'
import { readIdToken } from '../id-token'
import { lookUpStatuses } from '../look-up-statuses'
import { matchToken } from '../match-token'
import { readPrivacy } from '../privacy'
import { readSentParameters, type SentParameters } from '../read-sent-parameters'
import { readVpToken, type VpTokenReading } from '../read-vp-token'
import { type RegisteredPart, registeredPart } from '../request/sent-registration'
import { readTransactionHashes } from '../transaction/read-transaction-hashes'
import { scaEntriesOf } from '../transaction/sca'
import type { TransactionEntry, TransactionHashes } from '../transaction/transaction-hashes'
import { askIssuers, issuedTo, ownIssuers, rootsOf } from './credential-issuers'
import { readExtendedTypes } from './extended-types'
import { type PresentationsInput, presentationInput } from './presented-input'
import { readResponseJwe, responseJweInput } from './read-response-jwe'
import { idTokenAlgorithms, requestFacts } from './request-facts'
import type { ResponseJweReading } from './response-jwe-reading'
import {
  type PresentedReading,
  type RequestFacts,
  type ResponseParameters,
  type ResponseReading,
  type ResponseTrust,
  responseGate,
  type StateReading,
  type WalletErrorReading,
} from './response-reading'
import { isAmong, looksLikeMdoc, otherPresentations, unreadIn } from './unread-presentations'

/**
 * Reads a response as far as possible, whatever parts are wrong: transport, JWE, parameters, then each presentation and
 * its query match. A late response is not examined. Never throws on bad input.
 * @see OID4VP-1FINAL-8
 */
export const readResponse = (
  session: PresentationSession,
  door: 'session' | 'generic',
  context: RequestContext,
): Promise<ResponseReading> =>
  readSent(
    session,
    {
      door,
      body: readSentParameters(context.exchange),
      request: requestFacts(session, context.ports),
      openJwe: async (text) => ({
        jwe: await readResponseJwe(text, responseJweInput(session, context)),
        keySession: session,
      }),
    },
    context,
  )

/** A response from any carrier. */
export interface SentAnswer {
  readonly door: ResponseReading['transport']['door']
  readonly body: SentParameters
  readonly request: RequestFacts
  /** Reads an encrypted response, and returns the session with the decrypting key. */
  readonly openJwe: (text: string) => Promise<{
    readonly jwe: ResponseJweReading
    readonly keySession: PresentationSession
  }>
  /** Reads an ISO/IEC 18013-7 response, however wrong; absent for OpenID4VP. */
  readonly openAnnexC?: () => Promise<OpenedAnnexC>
}

/**
 * Reads a response already taken from its carrier.
 * @param session as seen by the answering wallet, see entrySession
 */
export async function readSent(
  session: PresentationSession,
  { door, body, request, openJwe, openAnnexC }: SentAnswer,
  context: RequestContext,
): Promise<ResponseReading> {
  const { exchange, ports } = context
  const events = await ports.store.events(session.sessionId)
  const history = verifierHistory(session, events, exchange.at)
  const gate = responseGate(history)
  const envelope = body.value('response')
  const annexC = gate === null ? await openAnnexC?.() : undefined
  const looksInside = gate === null && openAnnexC === undefined && typeof envelope === 'string'
  const opened = looksInside ? await openJwe(envelope.trim()) : null
  const jwe = opened?.jwe ?? null
  const parameters = annexC?.parameters ?? parametersOf(body, jwe)
  const vpToken = tokenOf(parameters, jwe)
  const credentials = request.dcql?.credentials ?? []
  const unread = gate === null ? unreadIn(vpToken, request.dcql).slice(0, presentationsMax) : []
  const issuers = askIssuers(session, context)
  const texts = textsOf(vpToken).filter(({ queryId, index }) => !isAmong(unread, queryId, index))
  const own =
    gate === null
      ? await ownIssuers(
          texts.slice(0, presentationsMax).map(({ text }) => text),
          context,
        )
      : []
  const roots = await rootsOf(own, session, context)
  const { presentations, statusLists, registeredOnly } =
    gate === null
      ? await readPresentations(
          {
            texts: texts.slice(0, presentationsMax),
            credentials,
            registered: registeredPart(session, request.dcql),
            transactions: request.transactions,
            input: await presentationInput(
              {
                session,
                keySession: opened?.keySession ?? session,
                thumbprint: annexC === undefined ? thumbprintOf(jwe) : annexC.thumbprint,
                ...{ request, history, jwe, issuers, own, roots },
              },
              context,
            ),
          },
          { ...context, session },
        )
      : { presentations: [], statusLists: [], registeredOnly: false }
  return {
    session,
    now: exchange.at,
    gate,
    presentsLate:
      gate === 'response_already_received' &&
      (await presents(session, { body, openJwe, ...(openAnnexC && { openAnnexC }) })),
    transport: {
      door,
      mediaType: body.mediaType,
      urlencoded: body.urlencoded,
      utf8: body.utf8,
      query: exchange.query,
      members: body.members,
      duplicates: body.duplicates,
      ...jweUnder(body),
      bytes: exchange.bodyBytes,
      privacy: readPrivacy(exchange, { body: '' }),
    },
    request,
    history,
    issuedTo: gate === null ? await issuedTo(session, ports) : null,
    kind: kindOf(parameters, body),
    jwe,
    ...(annexC === undefined ? {} : { annexC: annexC.reading }),
    parameters,
    state: await readState({ session, nonce: request.nonce, body, parameters, encrypted: jwe !== null }, ports),
    walletError: readWalletError(parameters, history, jwe !== null),
    trust: { ...trustFacts(session, events), registeredOnly },
    idToken:
      gate !== null || parameters.idToken === undefined
        ? null
        : await readIdToken(parameters.idToken, {
            now: exchange.at,
            clientId: request.clientId,
            nonce: request.nonce,
            syntaxes: request.subjectSyntaxes,
            algorithms: idTokenAlgorithms(session),
            verifySignature: context.ports.verifySignature,
          }),
    vpToken,
    token: request.dcql && matchToken({ query: request.dcql, token: vpToken, instanceOf: instancesOf(presentations) }),
    presentations,
    ...(roots.length === 0 ? {} : { ownRoots: roots }),
    issuerMetadata: await issuers.asked(),
    statusLists,
    unread,
    leftOut: gate === null ? Math.max(0, texts.length - presentationsMax) : 0,
  }
}

/** Whether a wallet that declined a refusal test presents after all; nothing else is examined. */
async function presents(
  session: PresentationSession,
  { body, openJwe, openAnnexC }: Pick<SentAnswer, 'body' | 'openJwe' | 'openAnnexC'>,
): Promise<boolean> {
  if (!expectsRefusal(session)) return false
  if (openAnnexC !== undefined) return (await openAnnexC()).parameters.vpToken !== undefined
  const envelope = body.value('response')
  const jwe = typeof envelope === 'string' ? (await openJwe(envelope.trim())).jwe : null
  const { vpToken, idToken } = parametersOf(body, jwe)
  return vpToken !== undefined || idToken !== undefined
}

/** RFC 7638 thumbprint of the key that decrypted a JWE. */
const thumbprintOf = (jwe: ResponseJweReading | null): string | null =>
  jwe?.openedWith === 'session' ? (jwe.offered?.thumbprint ?? null) : null

/** Parameters inside the JWE if the session's key decrypted it, otherwise those of the form. */
function parametersOf(body: SentParameters, jwe: ResponseJweReading | null): ResponseParameters {
  const inner = jwe?.openedWith === 'session' ? jwe.payload?.parameters : null
  const value = (name: string): Json | undefined => {
    if (inner == null) return body.value(name)
    return Object.hasOwn(inner, name) ? (inner[name] as Json) : undefined
  }
  return {
    source: inner == null ? body.source : 'jwe',
    names: inner == null ? body.members : Object.keys(inner),
    vpToken: value('vp_token'),
    idToken: value('id_token'),
    code: value('code'),
    state: value('state'),
    iss: value('iss'),
    error: value('error'),
    errorDescription: value('error_description'),
    errorUri: value('error_uri'),
    presentationSubmission: value('presentation_submission'),
  }
}

function tokenOf({ source, vpToken }: ResponseParameters, jwe: ResponseJweReading | null): VpTokenReading {
  if (source === 'form')
    return readVpToken({ carrier: 'form', text: typeof vpToken === 'string' ? vpToken : undefined })
  return readVpToken({ carrier: 'jwe', value: vpToken, duplicateNames: jwe?.payload?.duplicates ?? [] })
}

/** Most parameters that are looked at for a JWE in the wrong one. */
const lookedMax = 16

/** The parameter that holds the JWE of a response which has no parameter `response`. */
function jweUnder({ members, value }: SentParameters): { readonly jweUnder?: string } {
  if (members.includes('response')) return {}
  const found = members.slice(0, lookedMax).find((name) => {
    const sent = value(name)
    // The header of a JWE is a JSON object, of which `e` is the first character in base64url.
    return typeof sent === 'string' && sent.startsWith('e') && whatForm(sent, ['encrypted_not_signed']) !== null
  })
  return found === undefined ? {} : { jweUnder: found }
}

/** An error takes precedence, because nothing may accompany it. OID4VP-1FINAL-8.5 */
function kindOf(parameters: ResponseParameters, body: SentParameters): ResponseReading['kind'] {
  if (parameters.error !== undefined) return 'error'
  if (parameters.vpToken !== undefined || parameters.idToken !== undefined) return 'presentation'
  if (parameters.code !== undefined) return 'code'
  // An undecryptable JWE is still a response.
  return body.value('response') === undefined ? 'nothing' : 'presentation'
}

async function readState(
  {
    session,
    nonce,
    body,
    parameters,
    encrypted,
  }: {
    readonly session: PresentationSession
    readonly nonce: string
    readonly body: SentParameters
    readonly parameters: ResponseParameters
    readonly encrypted: boolean
  },
  { store }: Pick<RequestContext['ports'], 'store'>,
): Promise<StateReading> {
  const expected = session.state === '' ? null : session.state
  const outer = encrypted && parameters.source === 'jwe' ? body.value('state') : undefined
  const { state } = parameters
  const matches = state !== undefined && state === expected
  const sent = !matches && typeof state === 'string' && state.length <= stateCharactersMax ? state : ''
  const other = sent === '' ? null : await store.sessionByState(sent)
  const otherSession = other === null || other.sessionId === session.sessionId ? null : other.sessionId
  return {
    expected,
    present: state !== undefined,
    matches,
    insteadIs: sent === '' ? null : otherSession === null ? mistaken(sent, session, nonce) : 'another_session',
    otherSession,
    outer: outer === undefined ? 'absent' : outer === expected ? 'matches' : 'differs',
  }
}

/** Longest value that is compared with what a wallet may take for the `state`. */
const stateCharactersMax = 512

function mistaken(
  sent: string,
  { sessionId, state }: PresentationSession,
  nonce: string,
): Exclude<StateReading['insteadIs'], 'another_session'> {
  if (sent === sessionId) return 'session_id'
  if (sent === nonce) return 'nonce'
  if (state === '') return null
  if (formDecode(sent).includes(state)) return 'not_bare'
  return textInBase64(sent) === state ? 'encoded' : null
}

function readWalletError(
  parameters: ResponseParameters,
  history: VerifierHistory,
  encrypted: boolean,
): WalletErrorReading | null {
  const { error, errorDescription, errorUri, vpToken, idToken, code } = parameters
  if (error === undefined) return null
  const beside = { vp_token: vpToken, id_token: idToken, code }
  return {
    code: textOf(error),
    description: textOf(errorDescription),
    uri: textOf(errorUri),
    encrypted: encrypted && parameters.source === 'jwe',
    beside: Object.entries(beside).flatMap(([name, value]) => (value === undefined ? [] : [name])),
    earlier: history.errors,
  }
}

const textOf = (value: Json | undefined): string | null => (typeof value === 'string' ? value : null)

async function readPresentations(
  {
    texts,
    credentials,
    registered,
    transactions,
    input,
  }: {
    readonly texts: readonly PlacedText[]
    readonly credentials: readonly CredentialQuery[]
    readonly registered: RegisteredPart | null
    readonly transactions: readonly TransactionEntry[]
    readonly input: PresentationsInput
  },
  context: RequestContext & { readonly session: PresentationSession },
): Promise<Pick<ResponseReading, 'presentations' | 'statusLists'> & Pick<ResponseTrust, 'registeredOnly'>> {
  const others = otherPresentations(texts.map(({ text }) => text))
  const budget = input.budget.comparison
  const read = await Promise.all(
    texts.map(async ({ queryId, index, text }) => {
      const query = credentials.find(({ id }) => id === queryId) ?? null
      const format = credentialFormat(formatOf(text, query))
      await turnFor(text, context)
      const reading = await format.readPresentation(text, { ...input, ...others(text) })
      return { queryId, index, query, reading }
    }),
  )
  const seen = await Promise.all(read.map(({ reading }) => seenBefore(reading, context)))
  const { statuses, fetches } = await lookUpStatuses(
    read.map(({ reading }) => reading),
    context.session,
    { ...context, readCertificates: input.readStatusCertificates },
  )
  const extended = await readExtendedTypes(read, context)
  const matchAgainst = ({ index, query, reading }: (typeof read)[number], queries: QueriesById): QueryMatch | null => {
    const alsoAnswers = read.flatMap((other) =>
      other.query !== null && other.query !== query && sameInstance(other.reading, reading)
        ? [queries.get(other.query.id) ?? other.query]
        : [],
    )
    const asked = query && (queries.get(query.id) ?? query)
    const extendedTypes = extended.get(reading) ?? null
    return (
      asked &&
      credentialFormat(reading.format).matchQuery({ query: asked, index, reading, extendedTypes, alsoAnswers, budget })
    )
  }
  const whole = registered === null ? null : read.map((one) => matchAgainst(one, new Map()))
  const registeredOnly = registered !== null && whole !== null && showsOnly(registered, whole)
  const judged: QueriesById = new Map(registeredOnly ? registered.query.credentials.map((one) => [one.id, one]) : [])
  const presented: PresentedReading[] = []
  const isPaymentKnown = paymentsSeen(context)
  for (const [place, one] of read.entries()) {
    const { queryId, index, reading } = one
    const transaction = transactionOf(reading, transactions, context)
    const confirms = scaEntriesOf({ transaction }, { transactions }).length > 0
    presented.push({
      queryId,
      index,
      reading,
      match: matchAgainst(one, judged),
      statuses: statuses[place] ?? [],
      seenBefore: {
        ...(seen[place] ?? { instance: false, holderKey: false }),
        ...(confirms ? { jti: await isPaymentKnown(reading, texts[place]?.text ?? '') } : {}),
      },
      ...(confirms ? { hosted: await hostedOf(reading, context) } : {}),
      ...withExtended(extended.get(reading)),
      transaction,
    })
    await turnFor(texts[place]?.text ?? '', context)
  }
  return { presentations: presented, statusLists: fetches, registeredOnly }
}

const withExtended = (types: readonly string[] | null | undefined): Pick<PresentedReading, 'extendedTypes'> =>
  types == null || types.length === 0 ? {} : { extendedTypes: types }

type QueriesById = ReadonlyMap<string, CredentialQuery>

/** Whether a wallet asked for unregistered claims showed none of them. */
function showsOnly({ overAsked }: RegisteredPart, matches: readonly (QueryMatch | null)[]): boolean {
  const asked = matches.flatMap((match) => (match !== null && overAsked.has(match.queryId) ? [match] : []))
  const isShown = ({ queryId, claims, stopped }: QueryMatch): boolean =>
    stopped || (claims ?? []).some(({ index, found }) => found && overAsked.get(queryId)?.has(index) === true)
  return asked.length > 0 && !asked.some(isShown)
}

/** From this length a presentation may contain thousands of claims, which take milliseconds to read and match. */
const longCharacters = 16_384

/** Yields to other requests before a long presentation. */
async function turnFor(text: string, { ports }: Pick<RequestContext, 'ports'>): Promise<void> {
  if (text.length >= longCharacters) await ports.turn()
}

/** Transaction data is represented in the holder binding proof. OID4VP-1FINALA-B.3.3.1 */
function transactionOf(
  reading: PresentationReading,
  transactions: readonly TransactionEntry[],
  { ports }: Pick<RequestContext, 'ports'>,
): TransactionHashes | null {
  if (reading.format !== 'dc+sd-jwt' || !reading.kbJwt.present || reading.kbJwt.jws.claims === null) return null
  return readTransactionHashes(reading.kbJwt.transactionData, transactions, ports.digest)
}

/** Maximum presentations per response; one with more is refused. */
export const presentationsMax = 40

/** A presentation as received, with its position. */
interface PlacedText {
  readonly queryId: string
  readonly index: number
  readonly text: string
}

const textsOf = ({ entries }: VpTokenReading): PlacedText[] =>
  entries.flatMap(({ queryId, elements }) =>
    elements.flatMap(({ index, text }) => (text === null ? [] : [{ queryId, index, text }])),
  )

/** The format that a presentation looks like, otherwise the requested one. */
function formatOf(text: string, query: CredentialQuery | null): 'dc+sd-jwt' | 'mso_mdoc' {
  if (text.includes('~') || text.includes('.')) return 'dc+sd-jwt'
  if (looksLikeMdoc(text)) return 'mso_mdoc'
  return query?.format === 'mso_mdoc' ? 'mso_mdoc' : 'dc+sd-jwt'
}

const sameInstance = (one: PresentationReading, other: PresentationReading): boolean =>
  one.instance !== null && one.instance === other.instance

const instancesOf =
  (presentations: readonly PresentedReading[]) =>
  (queryId: string, index: number): string | null => {
    const found = presentations.find((one) => one.queryId === queryId && one.index === index)
    return found?.reading.instance ?? null
  }

/** Digests of a credential and its key, remembered to detect reuse in another session. */
export function correlators(
  reading: PresentationReading,
  { ports }: Pick<RequestContext, 'ports'>,
): { readonly instance: string | null; readonly holderKey: string | null } {
  const digest = (value: string) => toBase64url(ports.keyedHash('presented-credential', value))
  const { instance } = reading
  const key = holderKeyOf(reading)
  return {
    instance: instance === null ? null : digest(`instance ${instance}`),
    holderKey: key === null ? null : digest(`key ${key}`),
  }
}

/** Digest of the `jti` that authorises a payment, which is stored nowhere else; `null` without one. TS12-3.6 */
export function paymentDigest(reading: PresentationReading, { ports }: Pick<RequestContext, 'ports'>): string | null {
  const jti = reading.format === 'dc+sd-jwt' && reading.kbJwt.present ? reading.kbJwt.payment.jti : undefined
  return typeof jti === 'string' ? toBase64url(ports.keyedHash('presented-credential', `jti ${jti}`)) : null
}

/**
 * Asks whether the `jti` of a payment was in an earlier response, or in another presentation of this one. One presentation
 * that answers two queries has one authentication code, which is used once.
 */
function paymentsSeen(context: RequestContext): (reading: PresentationReading, text: string) => Promise<boolean> {
  const here = new Map<string, string>()
  return async (reading, text) => {
    const digest = paymentDigest(reading, context)
    if (digest === null) return false
    const known = here.get(digest)
    if (known !== undefined && known !== text) return true
    here.set(digest, known ?? text)
    return (await context.ports.store.oneTimeValue('credential_instance', digest)) !== null
  }
}

/** What our metadata of the presented type say of payments; `null` for a type of others. TS12-4.1 */
async function hostedOf(
  reading: PresentationReading,
  { collaborators, ports, settings }: RequestContext,
): Promise<NonNullable<PresentedReading['hosted']> | null> {
  const vct = reading.format === 'dc+sd-jwt' ? reading.vct.value : null
  if (vct === null || !vct.startsWith(`${settings.baseUrl}/`)) return null
  const metadata = (await collaborators.hostedType(vct, { ports, settings }))?.metadata ?? null
  if (metadata === null) return null
  const { category, transaction_data_types: types } = metadata
  return {
    category: typeof category === 'string' ? category : null,
    transactions: isObject(types) ? Object.keys(types) : [],
  }
}

async function seenBefore(
  reading: PresentationReading,
  context: RequestContext,
): Promise<PresentedReading['seenBefore']> {
  const { instance, holderKey } = correlators(reading, context)
  const known = async (digest: string | null) =>
    digest !== null && (await context.ports.store.oneTimeValue('credential_instance', digest)) !== null
  return { instance: await known(instance), holderKey: await known(holderKey) }
}
