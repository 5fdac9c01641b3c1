import { expectName } from '../../../engine/deviations/deviation'
import { linkQuery } from '../../../shared/http/link-query'
import { jsonReply, textReply } from '../../../shared/http/reply'
import { applyMutations } from '../../../shared/mutations/apply-mutations'
import { type ChangedDocument, changeDocument } from '../../../shared/mutations/change-document'
import type { DocumentPair } from '../../../shared/mutations/document-pair'
import { replyDocument, replyProblems } from '../../../shared/mutations/mutated-reply'
import {
  type DocumentOperation,
  type Mutation,
  type MutationProblem,
  mutationBounds,
  type Placed,
  placeOfMutation,
} from '../../../shared/mutations/mutation'
import { mutationRefusal } from '../../../shared/mutations/mutation-refusal'
import { operationsOn } from '../../../shared/mutations/operations-on'
import type { OwnParty } from '../../../shared/mutations/own-addresses'
import { allProblems } from '../../../shared/mutations/read-mutations'
import type { Ports } from '../../../shared/ports/ports'
import type { PresentationSession } from '../../../shared/ports/store-types'
import { isObject, isSameJson, type Json, type JsonObject } from '../../../shared/values/json'
import { verifierDeviations } from '../../deviations'
import { idleSignatureChanges, mutationsOf, signatureChangesOf } from '../../deviations/mutated'
import { type RightRequest, sameAs } from '../../deviations/same-as'
import type { RequestDocuments, TestedTransaction, VerifierDeviation } from '../../deviations/verifier-deviation'
import { keyDid } from '../../identity/verifier-client-id'
import { requestUri, responseUri } from '../../identity/verifier-uris'
import { isSigned, sessionOfEntry } from './dc-api/entries'
import { deliveredProblems } from './delivered-problems'
import { mutatedProblems } from './mutated-problems'
import { provenClient } from './proven-client'
import { type Delivery, isInLink, linkParameters, requestObjectClaims, requestObjectType } from './request-object'
import type { RequestProblem } from './request-problem'
import { type LinkContext, proofOf, rightLink, rootOf } from './verifier-link'

/** What a tester asked for besides the mutations themselves. */
interface AskedMutations {
  readonly mutations: readonly Placed<Mutation>[]
  /** What is wrong with the form of others. */
  readonly ofForm: readonly MutationProblem[]
  /** The member that they were asked by. */
  readonly source: string
  readonly expect: 'answer' | 'refusal' | 'report' | undefined
  readonly transaction: TestedTransaction | null
  /** Whether the session has what a test needs. */
  readonly possible: (test: VerifierDeviation) => boolean
}

type DocumentTarget = DocumentPair['target']

/** Right documents of a session; a target that it does not have is absent. One for each entry of a browser request. */
type Documents = Partial<Readonly<Record<DocumentTarget, readonly JsonObject[]>>>

/** Stands for a nonce that a wallet may send with its fetch, and that nobody can write before the session is there. */
const sampleNonceOf = ({ sessionId }: PresentationSession): string => `sample-${sessionId}`

/**
 * A session whose request is changed as the tester asked: tried on all its right documents, which are kept beside.
 * @throws ProtocolError `invalid_mutation` with everything that is wrong
 */
export function withMutations(
  session: PresentationSession,
  asked: AskedMutations,
  context: LinkContext & { readonly ports: Pick<Ports, 'trustAnchors'> },
): PresentationSession {
  const { mutations } = asked
  const right = rightDocuments(session, context)
  const own = ownParty(session, context)
  const ofRequest = tried('request_object', right.request_object ?? [], mutations, own)
  // There the parameters of the link are the claims.
  const tryOn = isInLink(session)
    ? { ...right, link: ofRequest.documents.map((claims): JsonObject => ({ ...linkParameters(claims) })) }
    : right
  const outcomes = documentTargets.map(
    (target) =>
      [target, target === 'request_object' ? ofRequest : tried(target, tryOn[target] ?? [], mutations, own)] as const,
  )
  const after = Object.fromEntries(outcomes.map(([target, { documents }]) => [target, documents])) as Documents
  const refusal = mutationRefusal(
    allProblems(asked.ofForm, [
      ...missingTargets(mutations, right),
      ...signatureProblems(mutations, right),
      ...outcomes.flatMap(([, { problems }]) => problems),
      ...(isInLink(session) ? undoneInLink(right, after, mutations) : []),
    ]),
  )
  if (refusal !== null) throw refusal
  const test = sameAs(
    verifierDeviations.filter((one) => fitsExpectation(one, asked.expect)),
    rightRequest(session, right, asked.transaction, context),
    { ...requestDocuments(after, right), signature: signatureChangesOf(mutations).join(' and ') || null },
    asked.possible,
  )
  const problems = [
    ...claimsProblems(session, right, after, context.ports),
    ...deliveredProblems(right, after, signatureChangesOf(mutations)),
  ]
  return changedSession(session, { after: after.request_object?.[0], test, problems, asked })
}

/** A tester who expects something else than a test does not run that test. */
const fitsExpectation = ({ expects }: VerifierDeviation, expect: string | undefined): boolean =>
  expect === undefined || expect === expectName(expects)

const documentTargets: readonly DocumentTarget[] = [
  'request_object',
  'request_header',
  'link',
  'request_response',
  'response',
]

/** What is wrong with the claims of the request, or of any entry of a browser request; once where several have it. */
function claimsProblems(
  session: PresentationSession,
  right: Documents,
  after: Documents,
  ports: Pick<Ports, 'sha256' | 'trustAnchors'>,
): RequestProblem[] {
  const { dcApi } = session
  const channel = dcApi === undefined ? 'url' : 'dc_api'
  const all = (right.request_object ?? []).flatMap((claims, entry) => {
    const protocol = dcApi?.entries[entry]?.protocol
    // An unsigned entry has no client_id, and one with several signatures has one in each of them.
    const isNamed = protocol === undefined || protocol === 'openid4vp-v1-signed'
    const proof = { right: claims, header: after.request_header?.[0] }
    const proves = isNamed ? provenClient(session, proof, ports) : undefined
    return mutatedProblems(claims, after.request_object?.[entry] ?? claims, channel, proves)
  })
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()]
}

function changedSession(
  session: PresentationSession,
  {
    after,
    test,
    problems,
    asked: { source, expect },
  }: {
    readonly after: JsonObject | undefined
    readonly test: VerifierDeviation | null
    readonly problems: readonly RequestProblem[]
    readonly asked: AskedMutations
  },
): PresentationSession {
  // The entries of a browser request differ, so each is changed as it is delivered.
  const request =
    session.dcApi !== undefined || after === undefined
      ? session.request
      : isInLink(session)
        ? after
        : Object.fromEntries(Object.entries(after).filter(([name]) => !ofDelivery.includes(name)))
  return {
    ...session,
    request,
    state: typeof request.state === 'string' ? request.state : '',
    requestProblems: [
      ...session.requestProblems,
      ...problems
        .filter(isNew(session))
        .map(({ reason, ...problem }): JsonObject => (reason === undefined ? problem : { ...problem, reason })),
    ],
    options: {
      ...session.options,
      // The session is the test that makes the same request.
      ...(test === null ? {} : { negative_test: test.id as typeof session.options.negative_test }),
      expect: expect ?? (test === null ? 'report' : expectName(test.expects)),
      request_before_test: session.request,
      mutated: {
        same_as: test?.id ?? null,
        source,
        ...(expect === undefined || expect === 'report' ? {} : { expected_by: 'tester' as const }),
      },
    },
  }
}

/** What a body asked for in other words is told where it stands there. */
const isNew = ({ requestProblems }: PresentationSession): ((problem: RequestProblem) => boolean) => {
  const told = requestProblems
    .filter(({ severity }) => severity === 'violation')
    .map(({ pointer }) => String(pointer).replace(/^\/presentation_request(?=\/)/, ''))
  return ({ target, pointer }) => target !== undefined || !told.includes(pointer)
}

/** All documents of a session, right and as the wallet gets them. Those of a session without mutations are right. */
export function requestPairs(session: PresentationSession, context: LinkContext): DocumentPair[] {
  const mutations = mutationsOf(session)
  const { request_before_test: before, mutated: _, mutations: __, ...options } = session.options
  const isMutated = mutations.length > 0 && before !== undefined
  const right = rightDocuments(isMutated ? { ...session, request: before, options } : session, context)
  return documentTargets.flatMap((target) => {
    const documents = right[target] ?? []
    return documents.flatMap((document, entry): DocumentPair[] => {
      const isOneOfMany = documents.length > 1
      if (document === noClaims) return []
      const operations = operationsOn(mutations, target, isOneOfMany ? entry : undefined)
      const sent = applyMutations(document, operations).document as JsonObject
      return [{ target, ...(isOneOfMany ? { entry } : {}), right: document, sent }]
    })
  })
}

/** Claims that each delivery adds. */
const ofDelivery: readonly string[] = ['iat', 'exp', 'wallet_nonce']

/** Stands for an entry whose request has no claims, so that nothing in it can be changed. ISO18013-7-C */
const noClaims: JsonObject = {}

function rightDocuments(session: PresentationSession, context: LinkContext): Documents {
  const { dcApi, requestDelivery } = session
  const claims = { request_object: claimsOfAll(session) }
  const response = { response: [replyDocument(sampleResponse(session))] }
  if (dcApi !== undefined) {
    const hasHeader = dcApi.entries.some(({ protocol }) => isSigned(protocol))
    return { ...claims, ...(hasHeader ? { request_header: [headerOf(session, context)] } : {}), ...response }
  }
  const { proof } = proofOf(session, context)
  return {
    ...claims,
    ...(isInLink(session) || proof === null ? {} : { request_header: [headerOf(session, context)] }),
    link: [{ ...rightLink(session, context) }],
    ...(requestDelivery === 'by_reference' ? { request_response: [replyDocument(sampleFetch)] } : {}),
    ...response,
  }
}

/** Claims of the request, or of each entry of a browser request. */
function claimsOfAll(session: PresentationSession): JsonObject[] {
  const { dcApi, requestDelivery, requestUriMethod, request } = session
  if (dcApi !== undefined)
    return dcApi.entries.map((entry) =>
      entry.protocol === 'org-iso-mdoc'
        ? noClaims
        : claimsOf(session, {
            request: sessionOfEntry(session, entry).request,
            ...(isSigned(entry.protocol) ? {} : { inLink: true }),
          }),
    )
  const walletNonce = requestDelivery === 'by_reference' && requestUriMethod === 'post' ? sampleNonceOf(session) : null
  return [claimsOf(session, { request, walletNonce, ...(isInLink(session) ? { inLink: true } : {}) })]
}

const claimsOf = (session: PresentationSession, delivery: Pick<Delivery, 'request' | 'inLink'> & Partial<Delivery>) =>
  requestObjectClaims({ issuedAt: session.createdAt, expiresAt: session.expiresAt, walletNonce: null, ...delivery })

const headerOf = (session: PresentationSession, context: LinkContext): JsonObject => ({
  typ: requestObjectType,
  ...(proofOf(session, context).proof ?? { x5c: [...session.requestSignerX5c] }),
  alg: 'ES256',
})

/** A fetch of a signed request; the text stands for any. */
const sampleFetch = textReply(200, `application/${requestObjectType}`, 'eyJhbGciOiJFUzI1NiJ9.e30.c2lnbmF0dXJl')

const sampleResponse = ({ options }: PresentationSession) =>
  jsonReply(200, options.return_redirect_uri ? { redirect_uri: 'https://service.invalid/complete' } : {})

/** Tries the mutations of one target on each of its documents. One that fails on all that it aims at is a problem. */
function tried(
  target: DocumentTarget,
  documents: readonly JsonObject[],
  mutations: readonly Placed<Mutation>[],
  own: OwnParty,
): { readonly documents: readonly JsonObject[]; readonly problems: readonly MutationProblem[] } {
  const results = documents.map((document, entry) => {
    const operations =
      document === noClaims ? [] : operationsOn(mutations, target, documents.length === 1 ? undefined : entry)
    return { operations, ...changeDocument(document, operations, own) }
  })
  const aimedAt = results.filter(({ operations }) => operations.length > 0)
  const shared = aimedAt.flatMap(({ problems }) => problems).filter(isToldByAll(aimedAt))
  return {
    documents: results.map(({ document }) => document as JsonObject),
    problems: [
      ...new Map(shared.map((one) => [`${one.code} ${one.pointer}`, one])).values(),
      ...(shared.length === 0
        ? aimedAt.flatMap(({ document, operations }) => formProblems(target, document, operations))
        : []),
    ],
  }
}

/** What one entry has, another may lack; what is not ours is refused wherever it is. */
const isToldByAll =
  (results: readonly ChangedDocument[]) =>
  ({ code, pointer }: MutationProblem): boolean =>
    !['path_missing', 'test_failed', 'without_effect'].includes(code) ||
    results.every(({ problems }) => problems.some((one) => one.code === code && one.pointer === pointer))

function formProblems(
  target: DocumentTarget,
  document: Json,
  operations: readonly Placed<DocumentOperation>[],
): MutationProblem[] {
  if (target === 'response' || target === 'request_response') return replyProblems(document, operations)
  if (target !== 'link') return []
  const last = operations.at(-1)?.index ?? 0
  const parameters = isObject(document) ? Object.entries(document) : []
  const { length } = linkQuery(parameters.map(([name, value]) => [name, String(value)]))
  return [
    ...(parameters.every(([, value]) => typeof value === 'string')
      ? []
      : [
          {
            code: 'illegal_value' as const,
            pointer: placeOfMutation(last, 'value'),
            message: 'The parameters of a link are texts.',
          },
        ]),
    ...(length > mutationBounds.linkBytes
      ? [
          {
            code: 'too_large' as const,
            pointer: placeOfMutation(last),
            message: 'The link would have more than 8 KiB.',
          },
        ]
      : []),
  ]
}

/** Mutations of the parameters in a link, of which those of the link itself leave nothing. */
function undoneInLink(
  { request_object: [claims] = [] }: Documents,
  { link: [sent] = [] }: Documents,
  mutations: readonly Placed<Mutation>[],
): MutationProblem[] {
  const last = operationsOn(mutations, 'link').at(-1)
  const isChanged = operationsOn(mutations, 'request_object').length > 0
  if (claims === undefined || sent === undefined || last === undefined || !isChanged) return []
  if (!isSameJson(sent, { ...linkParameters(claims) })) return []
  return [{ code: 'without_effect', pointer: placeOfMutation(last.index), message: 'The link is the same afterwards.' }]
}

/** Mutations of what this session does not have: a header without a signature, a fetch of a request by value. */
const missingTargets = (mutations: readonly Placed<Mutation>[], right: Documents): MutationProblem[] =>
  mutations.flatMap(({ target, entry, index }): MutationProblem[] => {
    const documents = target === 'signature' ? [] : (right[target] ?? [])
    if (target !== 'signature' && documents.every((one) => one === noClaims))
      return [
        {
          code: 'path_missing',
          pointer: placeOfMutation(index, 'target'),
          message: 'The request of this session has no such part.',
        },
      ]
    const named = entry === undefined ? undefined : documents[entry]
    return entry === undefined || (target === 'request_object' && named !== undefined && named !== noClaims)
      ? []
      : [
          {
            code: 'path_missing',
            pointer: placeOfMutation(index, 'entry'),
            message: 'The request of this session has no such entry.',
          },
        ]
  })

const signatureProblems = (mutations: readonly Placed<Mutation>[], right: Documents): MutationProblem[] =>
  right.request_header !== undefined
    ? idleSignatureChanges(mutations).map(({ index }) => ({
        code: 'without_effect' as const,
        pointer: placeOfMutation(index),
        message: 'Another mutation of the signature leaves nothing of it.',
      }))
    : mutations.flatMap(({ target, index }) =>
        target === 'signature'
          ? [
              {
                code: 'path_missing' as const,
                pointer: placeOfMutation(index, 'target'),
                message: 'The request of this session is not signed.',
              },
            ]
          : [],
      )

/** Who we are in a session: its client ids, and its key as a DID. */
function ownParty({ request, dcApi }: PresentationSession, { settings: { baseUrl }, ports }: LinkContext): OwnParty {
  const ids = [
    request.client_id,
    dcApi?.signed?.client_id,
    ...(dcApi?.signatures ?? []).map(({ clientId }) => clientId),
  ]
  return {
    baseUrl,
    names: [
      ...ids.filter((id): id is string => typeof id === 'string'),
      keyDid(ports.verifierKeys.requestSigner.publicJwk),
    ],
  }
}

const requestDocuments = (documents: Documents, right: Documents): Omit<RequestDocuments, 'signature'> => ({
  entries: documents.request_object ?? [],
  header: documents.request_header?.[0] ?? {},
  link: comparableLink(documents.link?.[0] ?? {}, right.link?.[0]?.request),
  fetch: documents.request_response?.[0] ?? {},
  response: documents.response?.[0] ?? {},
})

/** A request in a link is signed anew at each try, and compared by its claims. */
const comparableLink = (link: JsonObject, signed: Json | undefined): JsonObject =>
  signed !== undefined && link.request === signed ? { ...link, request: '' } : link

function rightRequest(
  session: PresentationSession,
  right: Documents,
  transaction: TestedTransaction | null,
  context: LinkContext,
): RightRequest {
  const { baseUrl } = context.settings
  const documents = { ...requestDocuments(right, right), signature: null }
  return {
    documents,
    request: session.request,
    entriesOf: (request) => claimsOfAll({ ...session, request }),
    protocols: session.dcApi?.entries.map(({ protocol }) => protocol) ?? null,
    clientId: String(session.dcApi?.signed?.client_id ?? ''),
    responseUri: responseUri(baseUrl, session.sessionId),
    requestUri: requestUri(baseUrl, session.sessionId),
    transaction,
    root: rootOf(context),
    sample: 'eyJhbGciOiJFUzI1NiJ9.e30.c2lnbmF0dXJl',
    replies: { fetch: right.request_response === undefined ? null : sampleFetch, response: sampleResponse(session) },
    linkOf: (request) => {
      const link: JsonObject = right.link === undefined ? {} : { ...rightLink({ ...session, request }, context) }
      return comparableLink(link, link.request)
    },
  }
}
